/**
 * Compiles a parsed template to JavaScript that renders the same HTML as Handlebars. Decides everything that
 * depends only on the syntax tree here, not at run time (docs/decisions/0015). Texts enter the code as JSON
 * only.
 */
import {
  type BlockStatement,
  type Call,
  calledPath,
  type Expression,
  isSimple,
  type MustacheStatement,
  type PartialCallStatement,
  type Program,
  type Statement,
} from './template-ast.ts'
import { climbing, type Place, paramCode, pathCode, quoted } from './template-paths.ts'

/** Block helpers that the compiler inlines. */
const inlined: ReadonlySet<string> = new Set(['if', 'unless', 'each', 'with'])

/**
 * Adds a block's context to the parents that `../` reaches, unless it equals the nearest parent. Compares
 * with `!=`, as Handlebars does.
 */
const aroundCode = (around: string, context: string, outer: string): string =>
  `const ${around} = ${context} != ${outer}.value && !(${context} === run.nothing && ${outer}.value === null) ? { value: ${context}, above: ${outer} } : ${outer}\n`

const wrongLookup = (line: number): string =>
  `run.fail(${line}, "lookup needs a value and the name of one of its parts")`

/** The error messages that Handlebars has for wrong numbers of arguments. */
const miscalled = (name: string, given: number): string =>
  name === 'each' && given === 0 ? 'Must pass iterator to #each' : `#${name} requires exactly one argument`

/**
 * Returns the body of a function that takes `run` (template-run.ts) and returns a Render function.
 * @throws Error for unsupported templates
 */
export function templateCode(path: string, main: Program, helpers: ReadonlySet<string>): string {
  const writer = new TemplateWriter(path, main, helpers)

  const around = writer.climbs(writer.main) ? 'around' : ''
  const begin = around && `const ${around} = { value: context, above: undefined }\n`
  const inner = writer.body(
    begin + writer.statements(writer.main, { context: 'context', frame: 'frame', around, params: [] }),
  )
  const names = [...writer.used].map((name) => `const help_${name} = run.helpers[${quoted(name)}]\n`).join('')
  // V8 compiles a function in parentheses eagerly instead of on its first call.
  return `"use strict"\n${names}return (function (context, frame) {\n${inner}\n})`
}

class TemplateWriter {
  readonly path
  readonly main
  readonly helpers
  last = 0
  readonly climbs = climbing()
  readonly used = new Set<string>()

  constructor(path: string, main: Program, helpers: ReadonlySet<string>) {
    this.path = path
    this.main = main
    this.helpers = helpers
  }

  readonly fresh = (kind: string): string => `${kind}${++this.last}`

  expression(node: Expression, place: Place): string {
    if (node.type === 'SubExpression') return this.call(node, place)
    if (node.type === 'PathExpression') return pathCode(node, place)
    if (node.type === 'StringLiteral') return quoted(String(node.value))
    if (node.type === 'NullLiteral' || node.type === 'UndefinedLiteral')
      return node.type === 'NullLiteral' ? 'null' : 'undefined'
    return `(${Number.isNaN(Number(node.value)) ? 'NaN' : String(node.value)})`
  }

  /** Name of the helper that the node calls; undefined if the node is a value. */
  helperOf(node: Call, place: Place): string | undefined {
    const called = calledPath(node)
    const name = called.parts[0] ?? ''
    if (isSimple(called) && paramCode(place, name) !== undefined) return undefined
    if (node.type === 'SubExpression' || node.params.length > 0 || node.hash) return name
    return isSimple(called) && this.helpers.has(name) ? name : undefined
  }

  call(node: Call, place: Place): string {
    const name = this.helperOf(node, place)
    if (name === undefined) return this.expression(calledPath(node), place)
    const { line } = node.loc.start
    if (!this.helpers.has(name)) throw new Error(`There is no helper named ${name}`)
    if (inlined.has(name)) return `run.fail(${line}, ${quoted(`${name} needs a block`)})`
    const given = node.params.map((param) => this.expression(param, place))
    if (name === 'lookup')
      return given.length === 2
        ? `run.lookup(${line}, ${given})`
        : `(${given[0] ?? true} && ${wrongLookup(line)})`
    this.used.add(name)
    return `help_${name}(${line}, [${given}], ${place.context} ?? run.nothing, ${place.frame})`
  }

  statement(node: Statement, place: Place): string {
    switch (node.type) {
      case 'ContentStatement':
        return node.value ? `html += ${quoted(node.value)}` : ''
      case 'CommentStatement':
        return ''
      case 'MustacheStatement':
        return `html += run.${node.escaped ? 'escaped' : 'raw'}(${this.shownBlock(node, place) ?? this.call(node, place)}, ${node.loc.start.line})`
      case 'BlockStatement':
        return this.block(node, place)
      case 'PartialStatement':
      case 'PartialBlockStatement':
        return this.partial(node, place)
      default:
        throw new Error(`${(node as { type: string }).type} is not available`)
    }
  }

  /** `{{@partial-block}}` renders the block without a context. */
  shownBlock(node: MustacheStatement, { frame }: Place): string | undefined {
    const { data, parts, depth } = calledPath(node)
    if (!data || depth > 0 || parts.length > 1 || parts[0] !== 'partial-block' || node.params.length > 0)
      return undefined
    return `${frame}.block && run.partial(${node.loc.start.line}, "@partial-block", undefined, ${frame})`
  }

  statements(program: Program | undefined, place: Place): string {
    return (program?.body ?? []).map((node) => this.statement(node, place)).join('\n')
  }

  /** Code of a block that keeps the outer context. Replaces a null context by an empty object. */
  within(program: Program | undefined, place: Place): string {
    return program && program.body.length > 0
      ? this.scope(program, { ...place, context: `${place.context} ?? run.nothing` }, place)
      : ''
  }

  /**
   * Code of the program with the context of `inner`. `given` are the values of its block parameters;
   * parameters beyond them are undefined.
   */
  scope(program: Program | undefined, inner: Place, outer: Place, given: readonly string[] = []): string {
    const context = this.fresh('context')
    const around = program && outer.around && this.climbs(program) ? this.fresh('around') : ''
    const params = new Map(
      (program?.blockParams ?? [])
        .map((name, index) => [name, given[index] ?? 'undefined'] as const)
        .toReversed(),
    )
    const begin = `const ${context} = ${inner.context}\n${around && aroundCode(around, context, outer.around)}`
    return begin + this.statements(program, { ...inner, context, around, params: [params, ...inner.params] })
  }

  block(node: BlockStatement, place: Place): string {
    const name = this.helperOf(node, place)
    const { line } = node.loc.start
    if (name === undefined) throw new Error(`The block ${calledPath(node).original} has no helper`)
    if (!inlined.has(name)) return `html += run.raw(${this.call(node, place)}, ${line})`
    const [param] = node.params
    if (!param || node.params.length > 1)
      return `run.fail(${line}, ${quoted(miscalled(name, node.params.length))})`
    const value = this.expression(param, place)
    if (name === 'each') return this.each(node, value, place)
    if (name === 'with') return this.withValue(node, value, place)
    const isZeroTrue = node.hash?.pairs.find(({ key }) => key === 'includeZero')
    const condition = `run.isTrue(${value}${isZeroTrue ? `, ${this.expression(isZeroTrue.value, place)}` : ''})`
    const [then, otherwise] = [this.within(node.program, place), this.within(node.inverse, place)]
    return `if (${name === 'if' ? '' : '!'}${condition}) {\n${then}\n} else {\n${otherwise}\n}`
  }

  withValue(node: BlockStatement, value: string, place: Place): string {
    const shown = this.fresh('value')
    const then = this.scope(node.program, { ...place, context: shown }, place, [shown])
    return `const ${shown} = ${value}\nif (!run.isEmpty(${shown})) {\n${then}\n} else {\n${this.within(node.inverse, place)}\n}`
  }

  each(node: BlockStatement, value: string, place: Place): string {
    const [list, keys, items, count, at, key, frame] = [
      'list',
      'keys',
      'items',
      'count',
      'at',
      'key',
      'frame',
    ].map(this.fresh)
    const item = `${items}[${key}]`
    const inner = this.scope(node.program, { ...place, context: item, frame: frame ?? '' }, place, [
      item,
      key ?? '',
    ])
    return `const ${list} = ${value}, ${keys} = run.keysOf(${list}), ${items} = run.itemsOf(${list}, ${keys})
const ${count} = (${keys} ?? ${items}).length, ${frame} = new run.Frame(${place.frame})
for (let ${at} = 0; ${at} < ${count}; ${at} += 1) {
looked = run.watch.again(${node.loc.start.line}, html, looked)
const ${key} = ${keys} ? ${keys}[${at}] : ${at}
${frame}.key = ${key}; ${frame}.index = ${at}; ${frame}.first = ${at} === 0; ${frame}.last = ${at} === ${count} - 1
${inner}
}
if (${count} === 0) {\n${this.within(node.inverse, place)}\n}`
  }

  partial(node: PartialCallStatement, place: Place): string {
    const { line } = node.loc.start
    const [param, second] = node.params
    if (second)
      throw new Error(`Unsupported number of partial arguments: ${node.params.length} - on line ${line}`)
    const fields = new Map(
      (node.hash?.pairs ?? []).map(({ key, value }) => [key, value] as const).toReversed(),
    )
    // `undefined` counts as absent: the partial sees the outer value.
    const given = [...fields].filter(([, field]) => field.type !== 'UndefinedLiteral')
    const entries = given.map(([key, field]) => `[${quoted(key)}]: ${this.expression(field, place)}`)
    const value = param ? this.expression(param, place) : place.context
    const shown = node.hash ? `run.extended(${value}, {${entries}})` : value
    const called = `${line}, ${quoted(String(node.name.original))}, ${shown}, ${place.frame}`
    // Unlike Handlebars, does not indent the partial, which would alter the content of a `pre`.
    const indent = node.indent ? `html += ${quoted(node.indent)}\n` : ''
    return `${indent}html += ${node.program ? `run.partialWith(${called}, ${this.blockOf(node.program, place)})` : `run.partial(${called})`}`
  }

  /** The block given to a partial. Its errors are located in this template. */
  blockOf(program: Program, place: Place): string {
    const [shown, frame] = [this.fresh('shown'), this.fresh('frame')]
    return `(function (${shown}, ${frame}) {\n${this.body(this.scope(program, { ...place, context: shown, frame }, place))}\n})`
  }

  body(code: string): string {
    return `let html = '', looked = 0, t
try {
${code}
return html
} catch (error) {
throw run.watch.errorIn(error, ${quoted(this.path)})
}`
  }
}
