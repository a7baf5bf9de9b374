/** What can be known of a template without running it: its faults, the partials it calls, the values it names. */

import type { PartialCall } from './partial-circles.ts'
import type { TemplateFault } from './protocol.ts'
import { type Calling, helperFault } from './unknown-calls.ts'

interface Node extends Calling {
  readonly loc?: { readonly start: { readonly line: number } }
  /** Of a path: `site.title` has two. */
  readonly parts?: readonly unknown[]
  /** Of a path: it begins with `@`. */
  readonly data?: boolean
  /** Of a literal. */
  readonly value?: unknown
  /** Of a partial call. */
  readonly name?: Node & { readonly original?: unknown }
  /** Of a program: what its block is given, `as |post index|`. */
  readonly blockParams?: readonly string[]
}

/** What stands around a node. */
interface Surroundings {
  readonly blockParams: ReadonlySet<string>
  /** No block decides whether it is rendered. */
  readonly isCertain: boolean
}

export interface TemplateFacts {
  readonly faults: readonly TemplateFault[]
  /** Of partials that the theme has. */
  readonly calls: readonly PartialCall[]
  readonly uses: ReadonlySet<string>
}

/** What templates may call. */
export interface Known {
  readonly helpers: ReadonlySet<string>
  /** The partials that the theme has: path by name. */
  readonly partials: ReadonlyMap<string, string>
}

export function inspectTemplate(template: string, ast: unknown, known: Known): TemplateFacts {
  const faults: TemplateFault[] = []
  const calls: PartialCall[] = []
  const uses = new Set<string>()
  for (const [node, { blockParams, isCertain }] of nodesOf(ast)) {
    for (const name of namesOf(node)) uses.add(name)
    const line = node.loc?.start.line
    const called = known.partials.get(calledPartial(node) ?? '')
    if (called !== undefined) calls.push({ template: called, line, isCertain })
    const message = partialFault(node, known.partials) ?? helperFault(node, known.helpers, blockParams)
    if (message) faults.push({ message, template, line })
  }
  return { faults, calls, uses }
}

/** In the order in which they are written; a template may be nested more deeply than functions may. */
function* nodesOf(ast: unknown): Generator<readonly [Node, Surroundings]> {
  const waiting: (readonly [unknown, Surroundings])[] = [[ast, { blockParams: new Set(), isCertain: true }]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, around] = next
    if (typeof value !== 'object' || value === null) continue
    const node = 'type' in value && typeof value.type === 'string' ? (value as Node) : undefined
    if (node) yield [node, around]
    const within = node ? surroundingsIn(node, around) : around
    const children = Object.entries(value).filter(([key]) => key !== 'loc')
    for (const [, child] of children.reverse()) waiting.push([child, within])
  }
}

function surroundingsIn({ type, blockParams = [] }: Node, around: Surroundings): Surroundings {
  if (type === 'BlockStatement' || type === 'PartialBlockStatement') return { ...around, isCertain: false }
  return blockParams.length > 0
    ? { ...around, blockParams: new Set([...around.blockParams, ...blockParams]) }
    : around
}

/** The values of a page that a path or a literal could name: what a path begins with, behind `@root` too. */
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

/** A block partial that is missing falls back to its block, so it is no fault. */
function partialFault(node: Node, partials: Known['partials']): string | undefined {
  if (node.type === 'Decorator' || node.type === 'DecoratorBlock') return 'Decorators are not available'
  if (callsPartial(node) && node.name?.type === 'SubExpression')
    return 'The name of a partial can not be computed'
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

/** The names that a template can reach through the partials it calls. */
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
