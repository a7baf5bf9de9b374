/** Analyses a template without running it: errors, called partials, named values. */

import type { PartialCall } from './partial-cycles.ts'
import type { TemplateError } from './protocol.ts'
import { type Calling, helperError } from './unknown-calls.ts'

interface Node extends Calling {
  readonly loc?: { readonly start: { readonly line: number } }
  readonly parts?: readonly unknown[]
  readonly data?: boolean
  readonly value?: unknown
  readonly name?: Node & { readonly original?: unknown }
  readonly blockParams?: readonly string[]
}

interface Scope {
  readonly blockParams: ReadonlySet<string>
  /** True outside of blocks, which may skip their content. */
  readonly isCertain: boolean
}

export interface TemplateFacts {
  readonly errors: readonly TemplateError[]
  /** Calls of existing partials. */
  readonly calls: readonly PartialCall[]
  readonly uses: ReadonlySet<string>
}

export interface Known {
  readonly helpers: ReadonlySet<string>
  /** Paths of the partials by name. */
  readonly partials: ReadonlyMap<string, string>
}

export function inspectTemplate(template: string, ast: unknown, known: Known): TemplateFacts {
  const errors: TemplateError[] = []
  const calls: PartialCall[] = []
  const uses = new Set<string>()
  for (const [node, { blockParams, isCertain }] of nodesOf(ast)) {
    for (const name of namesOf(node)) uses.add(name)
    const line = node.loc?.start.line
    const called = known.partials.get(calledPartial(node) ?? '')
    if (called !== undefined) calls.push({ template: called, line, isCertain })
    const message = partialError(node, known.partials) ?? helperError(node, known.helpers, blockParams)
    if (message) errors.push({ message, template, line })
  }
  return { errors, calls, uses }
}

/** Nodes in source order. Iterative, because templates may nest deeper than the call stack. */
function* nodesOf(ast: unknown): Generator<readonly [Node, Scope]> {
  const waiting: (readonly [unknown, Scope])[] = [[ast, { blockParams: new Set(), isCertain: true }]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, around] = next
    if (typeof value !== 'object' || value === null) continue
    const node = 'type' in value && typeof value.type === 'string' ? (value as Node) : undefined
    if (node) yield [node, around]
    const within = node ? scopeIn(node, around) : around
    const children = Object.entries(value).filter(([key]) => key !== 'loc')
    for (const [, child] of children.reverse()) waiting.push([child, within])
  }
}

function scopeIn({ type, blockParams = [] }: Node, around: Scope): Scope {
  if (type === 'BlockStatement' || type === 'PartialBlockStatement') return { ...around, isCertain: false }
  return blockParams.length > 0
    ? { ...around, blockParams: new Set([...around.blockParams, ...blockParams]) }
    : around
}

/**
 * Names of values to which a path or a string literal may refer. For a path, this is the first part, or the
 * second part if the path starts with `@root`.
 */
function namesOf({ type, value, parts, data }: Node): readonly string[] {
  if (type === 'StringLiteral') return [String(value)]
  if (type !== 'PathExpression' || !parts) return []
  const names = parts.filter((part) => typeof part === 'string')
  const first = data && names[0] === 'root' ? names.slice(1, 2) : names.slice(0, 1)
  return names.some((name, index) => name === 'site' && names[index + 1] === 'updatedAt')
    ? [...first, 'site.updatedAt']
    : first
}

const callsPartial = ({ type }: Node): boolean =>
  type === 'PartialStatement' || type === 'PartialBlockStatement'

const calledPartial = (node: Node): string | undefined =>
  callsPartial(node) && node.name ? String(node.name.original) : undefined

/** A `{{#> name}}` block without a partial of that name renders its content, so it is not an error. */
function partialError(node: Node, partials: Known['partials']): string | undefined {
  if (node.type === 'Decorator' || node.type === 'DecoratorBlock') return 'Decorators are not available'
  if (callsPartial(node) && node.name?.type === 'SubExpression')
    return 'The name of a partial cannot be computed'
  const name = calledPartial(node)
  if (
    node.type !== 'PartialStatement' ||
    name === undefined ||
    name === '@partial-block' ||
    partials.has(name)
  )
    return undefined
  return `The partial ${name} does not exist`
}

/** Names that a template and its partials use. */
export function reachableUses(
  start: TemplateFacts,
  all: ReadonlyMap<string, TemplateFacts>,
): ReadonlySet<string> {
  const uses = new Set(start.uses)
  const seen = new Set<string>()
  const queue = start.calls.map(({ template }) => template)
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const facts = all.get(path)
    for (const use of facts?.uses ?? []) uses.add(use)
    queue.push(...(facts?.calls ?? []).map(({ template }) => template))
  }
  return uses
}
