import Handlebars from 'handlebars'
import type { Fault } from './unpack-zip.ts'

/** Syntax errors, with their line, and what a theme's template may not say (docs/themes.md). Never runs the template. */
export function templateFaults(path: string, bytes: Uint8Array): Fault[] {
  const source = textOf(bytes)
  if (source === undefined) return [{ path, message: 'the template is not written in UTF-8', hint: 'Save the file as UTF-8.' }]
  try {
    const program = Handlebars.parse(source)
    const refused = refusals(program)
    if (refused.length === 0) Handlebars.precompile(program)
    return refused.map((fault) => ({ path, ...fault }))
  } catch (error) {
    return [
      { path, ...placed(error), hint: 'Look at this line, and before it, for a block that is not closed or braces that do not match.' },
    ]
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function refusals(program: hbs.AST.Program): Omit<Fault, 'path'>[] {
  const found: Omit<Fault, 'path'>[] = []
  const refuse = (node: hbs.AST.Node, message: string, hint: string) => found.push({ line: node.loc.start.line, message, hint })
  const visitor = new Handlebars.Visitor()
  const [partial, partialBlock] = [visitor.PartialStatement, visitor.PartialBlockStatement]
  const noDecorator = (node: hbs.AST.Node) => void refuse(node, 'decorators are not allowed', 'Write the piece into a file of partials/.')
  const isComputed = (name: hbs.AST.Node) => name.type === 'SubExpression'
  visitor.Decorator = noDecorator
  visitor.DecoratorBlock = noDecorator
  visitor.PartialStatement = (node) => {
    if (isComputed(node.name)) refuse(node, 'the name of a partial must not be computed', 'Name the partial, and choose with {{#if}}.')
    partial.call(visitor, node)
  }
  visitor.PartialBlockStatement = (node) => {
    if (isComputed(node.name)) refuse(node, 'the name of a partial must not be computed', 'Name the partial, and choose with {{#if}}.')
    partialBlock.call(visitor, node)
  }
  visitor.accept(program)
  return found
}

/** Where it happened and what: `Parse error on line 3:` with an excerpt, or `if doesn't match each - 2:3`. */
function placed(error: unknown): { message: string; line?: number } {
  if (error instanceof RangeError) return { message: 'the template is nested too deeply' }
  const message = error instanceof Error ? error.message : String(error)
  const parse = /^(?:Parse|Lexical) error on line (\d+)[:.](?: (Unrecognized text\.))?/.exec(message)
  if (parse) return { line: Number(parse[1]), message: parse[2] ?? message.split('\n').at(-1) ?? message }
  const located = /^(.*) - (\d+):\d+$/s.exec(message)
  return located ? { line: Number(located[2]), message: located[1] ?? message } : { message }
}
