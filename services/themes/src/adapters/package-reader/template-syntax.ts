import Handlebars from 'handlebars'
import type { Fault } from './unpack-zip.ts'

/** Which files of a theme are templates. */
export const isTemplate = (path: string): boolean => /^(templates|partials|custom)\/.+\.html$|^layout\.html$/.test(path)

/** Syntax errors, with their line, and what a theme's template may not say (docs/themes.md). Never runs the template. */
export function templateFaults(path: string, bytes: Uint8Array): Fault[] {
  const source = textOf(bytes)
  if (source === undefined) return [{ path, message: 'the template is not written in UTF-8' }]
  try {
    const program = Handlebars.parse(source)
    const refused = refusals(program)
    if (refused.length === 0) Handlebars.precompile(program)
    return refused.map((message) => ({ path, message }))
  } catch (error) {
    return [{ path, message: messageOf(error) }]
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function refusals(program: hbs.AST.Program): string[] {
  const found: string[] = []
  const refuse = (node: hbs.AST.Node, what: string) => found.push(`line ${node.loc.start.line}: ${what}`)
  const visitor = new Handlebars.Visitor()
  const [partial, partialBlock] = [visitor.PartialStatement, visitor.PartialBlockStatement]
  const noDecorator = (node: hbs.AST.Node) => void refuse(node, 'decorators are not allowed')
  const isComputed = (name: hbs.AST.Node) => name.type === 'SubExpression'
  visitor.Decorator = noDecorator
  visitor.DecoratorBlock = noDecorator
  visitor.PartialStatement = (node) => {
    if (isComputed(node.name)) refuse(node, 'the name of a partial must not be computed')
    partial.call(visitor, node)
  }
  visitor.PartialBlockStatement = (node) => {
    if (isComputed(node.name)) refuse(node, 'the name of a partial must not be computed')
    partialBlock.call(visitor, node)
  }
  visitor.accept(program)
  return found
}

/** `Parse error on line 3:` with an excerpt, or `if doesn't match each - 2:3`, as `line 3: ...`. */
function messageOf(error: unknown): string {
  if (error instanceof RangeError) return 'the template is nested too deeply'
  const message = error instanceof Error ? error.message : String(error)
  const parse = /^(?:Parse|Lexical) error on line (\d+)[:.](?: (Unrecognized text\.))?/.exec(message)
  if (parse) return `line ${parse[1]}: ${parse[2] ?? message.split('\n').at(-1)}`
  const located = /^(.*) - (\d+):\d+$/s.exec(message)
  return located ? `line ${located[2]}: ${located[1]}` : message
}
