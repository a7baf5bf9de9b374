/** What can be known of a template without running it: its faults, the partials it calls, the values it names. */
import type { TemplateFault } from './protocol.ts'

interface Node {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number } }
  /** Of a path: `site.title` has two. */
  readonly parts?: readonly unknown[]
  /** Of a path: it begins with `@`. */
  readonly data?: boolean
  /** Of a literal. */
  readonly value?: unknown
  /** Of a partial call. */
  readonly name?: Node & { readonly original?: unknown }
}

export interface TemplateFacts {
  readonly faults: readonly TemplateFault[]
  readonly partials: ReadonlySet<string>
  readonly uses: ReadonlySet<string>
}

/** `partials` are the names the theme has. */
export function inspectTemplate(template: string, ast: unknown, partials: ReadonlySet<string>): TemplateFacts {
  const faults: TemplateFault[] = []
  const called = new Set<string>()
  const uses = new Set<string>()
  for (const node of nodesOf(ast)) {
    for (const name of namesOf(node)) uses.add(name)
    const name = calledPartial(node)
    if (name !== undefined && partials.has(name)) called.add(name)
    const message = faultOf(node, partials)
    if (message) faults.push({ message, template, line: node.loc?.start.line })
  }
  return { faults, partials: called, uses }
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') yield value as Node
  for (const [key, child] of Object.entries(value)) if (key !== 'loc') yield* nodesOf(child)
}

/** The values of a page that a path or a literal could name: what a path begins with, behind `@root` too. */
function namesOf({ type, value, parts, data }: Node): readonly string[] {
  if (type === 'StringLiteral') return [String(value)]
  if (type !== 'PathExpression' || !parts) return []
  const names = parts.filter((part) => typeof part === 'string')
  const first = data && names[0] === 'root' ? names.slice(1, 2) : names.slice(0, 1)
  return names.some((name, index) => name === 'site' && names[index + 1] === 'updatedAt') ? [...first, 'site.updatedAt'] : first
}

const callsPartial = ({ type }: Node): boolean => type === 'PartialStatement' || type === 'PartialBlockStatement'

const calledPartial = (node: Node): string | undefined => (callsPartial(node) && node.name ? String(node.name.original) : undefined)

/** A block partial that is missing falls back to its block, so it is no fault. */
function faultOf(node: Node, partials: ReadonlySet<string>): string | undefined {
  if (node.type === 'Decorator' || node.type === 'DecoratorBlock') return 'Decorators are not available'
  if (callsPartial(node) && node.name?.type === 'SubExpression') return 'The name of a partial can not be computed'
  const name = calledPartial(node)
  if (node.type !== 'PartialStatement' || name === undefined || name === '@partial-block' || partials.has(name)) return undefined
  return `The partial ${name} does not exist`
}

/** The names that a template can reach through the partials it calls. */
export function reachableUses(start: TemplateFacts, partials: ReadonlyMap<string, TemplateFacts>): ReadonlySet<string> {
  const uses = new Set(start.uses)
  const seen = new Set<string>()
  const queue = [...start.partials]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const facts = partials.get(name)
    for (const use of facts?.uses ?? []) uses.add(use)
    queue.push(...(facts?.partials ?? []))
  }
  return uses
}
