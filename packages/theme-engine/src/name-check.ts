/**
 * Finds misspelt names such as `{{post.titel}}`: names that no sample page has at the point where a template
 * uses them. Follows blocks and partials without rendering.
 */
import { anything, entryOf, extended, type Found, isFields, valueAt } from './name-values.ts'
import { sampleRoot, samplesFor } from './sample.ts'
import { similarName } from './similar-name.ts'
import {
  type Call,
  calledPath,
  type Expression,
  isSimple,
  type PartialCallStatement,
  type PathExpression,
  type Program,
  paramName,
  type Statement,
} from './template-ast.ts'
import { helperNames } from './vocabulary.ts'

export interface NameWarning {
  readonly template: string
  readonly line: number
  readonly message: string
  readonly hint: string
}

interface Scope {
  readonly template: string
  readonly root: object
  readonly context: unknown
  /** The values of `../`, the innermost last. */
  readonly around: readonly unknown[]
  readonly params: ReadonlyMap<string, unknown>
  /** Content of `{{> @partial-block}}`. */
  readonly block: { readonly program: Program; readonly scope: Scope } | undefined
  /** Depth of blocks and partials. */
  readonly level: number
}

interface Finding {
  readonly warning: NameWarning
  isKnown: boolean
}

interface Check {
  readonly templates: ReadonlyMap<string, Program>
  /** Findings by template, line and path. */
  readonly findings: Map<string, Finding>
  /** Partials visited on this page, by context and block. */
  visited: Map<Program, Map<unknown, Set<unknown>>>
  nodes: number
  /** True once a limit was reached: names may exist in parts that were not visited. */
  isIncomplete: boolean
}

const limits = { nodes: 500_000, level: 200 }

/** Returns no warnings for themes that exceed the limits. */
export function misspeltNames(templates: ReadonlyMap<string, Program>): readonly NameWarning[] {
  const check: Check = { templates, findings: new Map(), visited: new Map(), nodes: 0, isIncomplete: false }
  const pages = samplesFor(new Set([...templates.keys()].filter((path) => !path.startsWith('partials/'))))
  for (const { template, model } of pages) {
    const program = templates.get(template)
    if (!program) continue
    const root = sampleRoot(model)
    check.visited = new Map()
    follow(
      program,
      { template, root, context: root, around: [], params: new Map(), block: undefined, level: 0 },
      check,
    )
  }
  if (check.isIncomplete) return []
  return [...check.findings.values()].filter(({ isKnown }) => !isKnown).map(({ warning }) => warning)
}

function follow(program: Program | undefined, scope: Scope, check: Check): void {
  if (scope.level > limits.level) check.isIncomplete = true
  for (const node of program?.body ?? []) {
    if (check.isIncomplete) return
    statement(node, scope, check)
  }
}

function statement(node: Statement, scope: Scope, check: Check): void {
  if (++check.nodes > limits.nodes) check.isIncomplete = true
  if (node.type === 'MustacheStatement') call(node, scope, check)
  else if (node.type === 'BlockStatement') block(node, scope, check)
  else if (node.type === 'PartialStatement' || node.type === 'PartialBlockStatement')
    partial(node, scope, check)
}

function block(node: Extract<Statement, { type: 'BlockStatement' }>, scope: Scope, check: Check): void {
  const name = calledPath(node).original
  const [value = anything] = node.params.map((param) => expressionValue(param, scope, check))
  const inner = { ...scope, level: scope.level + 1 }
  if (name === 'each' || name === 'with') {
    const context = name === 'each' ? entryOf(value) : value
    const [first, second] = node.program?.blockParams ?? []
    const params = new Map(scope.params)
    if (first) params.set(first, context)
    if (second) params.set(second, anything)
    follow(node.program, { ...inner, context, around: [...scope.around, scope.context], params }, check)
  } else follow(node.program, inner, check)
  follow(node.inverse, inner, check)
}

function partial(node: PartialCallStatement, scope: Scope, check: Check): void {
  const given = node.params[0] ? expressionValue(node.params[0], scope, check) : scope.context
  const fields = Object.fromEntries(
    (node.hash?.pairs ?? []).map(({ key, value }) => [key, expressionValue(value, scope, check)]),
  )
  const context = node.hash ? extended(given, node, fields) : given
  const level = scope.level + 1
  const name = String(node.name.original)
  if (name === '@partial-block') {
    if (scope.block) follow(scope.block.program, { ...scope.block.scope, context, level }, check)
    return
  }
  const template = `partials/${name}.html`
  const program = check.templates.get(template)
  const givenBlock = node.program && { program: node.program, scope }
  if (!program) follow(node.program, { ...scope, context, level }, check)
  else if (isFirstVisit(program, context, givenBlock?.program ?? scope.block?.program, check))
    follow(
      program,
      { ...scope, template, context, around: [], params: new Map(), block: givenBlock ?? scope.block, level },
      check,
    )
}

function isFirstVisit(
  program: Program,
  context: unknown,
  blockProgram: unknown,
  { visited }: Check,
): boolean {
  const contexts = visited.get(program) ?? new Map<unknown, Set<unknown>>()
  visited.set(program, contexts)
  const seen = contexts.get(context) ?? new Set()
  contexts.set(context, seen)
  const isFirst = !seen.has(blockProgram)
  seen.add(blockProgram)
  return isFirst
}

function expressionValue(node: Expression, scope: Scope, check: Check): unknown {
  if (node.type === 'PathExpression') return pathValue(node, scope, check)
  return node.type === 'SubExpression' ? call(node, scope, check) : node.value
}

/** The value of a helper call or of a path. */
function call(node: Exclude<Call, { type: 'BlockStatement' }>, scope: Scope, check: Check): unknown {
  const path = calledPath(node)
  const isCall = node.type === 'SubExpression' || node.params.length > 0 || node.hash !== undefined
  if (!isCall)
    return isSimple(path) && withoutArguments.has(path.original) ? anything : pathValue(path, scope, check)
  const args = node.params.map((param) => expressionValue(param, scope, check))
  for (const { value } of node.hash?.pairs ?? []) expressionValue(value, scope, check)
  return helperValue(path.original, args)
}

const withoutArguments: ReadonlySet<string> = new Set(['head', 'footerCode', 'json', 'else'])

function helperValue(name: string, [first = anything, second]: readonly unknown[]): unknown {
  if (name === 'limit' || name === 'skip' || name === 'where') return first
  if (name === 'before' || name === 'after') return entryOf(first)
  if (name === 'default') return first === anything || first === null ? second : first
  if (name === 'lookup' && typeof second === 'string')
    return isFields(first) ? (first[second] ?? anything) : entryOf(first)
  return name === 'lookup' ? entryOf(first) : anything
}

/** The value of a path; records whether the page has it. */
function pathValue(path: PathExpression, scope: Scope, check: Check): unknown {
  const found = foundAt(path, scope)
  if (found.is !== 'silent') note(path, found, scope, check)
  return found.is === 'known' ? found.value : anything
}

const dataNames: readonly string[] = ['root', 'index', 'key', 'first', 'last', 'partial-block']

function foundAt(path: PathExpression, scope: Scope): Found {
  const { parts, data, depth } = path
  const [first = '', ...others] = parts
  const param = paramName(path)
  if (data && first === 'root') return behind(first, valueAt(scope.root, others))
  if (data)
    return dataNames.includes(first)
      ? { is: 'silent' }
      : { is: 'unknown', name: first, among: dataNames, before: [] }
  if (param !== undefined && scope.params.has(param))
    return behind(param, valueAt(scope.params.get(param), others))
  return valueAt(depth > 0 ? (scope.around.at(-depth) ?? anything) : scope.context, parts)
}

const behind = (first: string, found: Found): Found =>
  found.is === 'unknown' ? { ...found, before: [first, ...found.before] } : found

type Unknown = Extract<Found, { is: 'unknown' }>

function note(
  path: PathExpression,
  found: Exclude<Found, { is: 'silent' }>,
  scope: Scope,
  { findings }: Check,
): void {
  const { line } = path.loc.start
  const key = JSON.stringify([scope.template, line, path.original])
  const earlier = findings.get(key)
  if (earlier) earlier.isKnown ||= found.is === 'known'
  else {
    const words = found.is === 'unknown' ? wordsFor(path, found, scope) : { message: '', hint: '' }
    findings.set(key, {
      isKnown: found.is === 'known',
      warning: { template: scope.template, line, ...words },
    })
  }
}

function wordsFor(path: PathExpression, found: Unknown, scope: Scope): Pick<NameWarning, 'message' | 'hint'> {
  const suggestion = suggestionFor(path, found, scope)
  const message = `there is no value ${path.original}${suggestion ? `; did you mean ${suggestion}?` : ''}`
  if (suggestion)
    return { message, hint: 'Correct the name: a value that does not exist is shown as nothing.' }
  if (helperNames.includes(path.original))
    return { message, hint: `The helper ${path.original} needs an argument.` }
  const customField = found.among.includes('meta')
    ? ` For a field of your own, write ${[...found.before, 'meta', found.name].join('.')}.`
    : ''
  return { message, hint: `docs/themes.md lists the values of every page.${customField}` }
}

function suggestionFor(
  { parts, data, depth }: PathExpression,
  { name, among, before }: Unknown,
  scope: Scope,
): string | undefined {
  const prefix = data ? '@' : '../'.repeat(depth)
  const similar = similarName(name, among)
  if (similar) return prefix + parts.with(before.length, similar).join('.')
  if (data || depth > 0 || before.length > 0 || scope.context === scope.root) return undefined
  const inRoot = Object.hasOwn(scope.root, name) ? name : similarName(name, Object.keys(scope.root))
  return inRoot && `@root.${parts.with(0, inRoot).join('.')}`
}
