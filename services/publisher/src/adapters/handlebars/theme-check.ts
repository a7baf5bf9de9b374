/** What can be known of a template without running it: its faults, the partials it calls, the values it names. */
import type { RenderFault } from '../../core/errors.ts'

interface Node {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number } }
}

export interface TemplateFacts {
  readonly faults: readonly RenderFault[]
  readonly partials: ReadonlySet<string>
  readonly uses: ReadonlySet<string>
}

/** `partials` are the names the theme has. */
export function inspectTemplate(template: string, ast: unknown, partials: ReadonlySet<string>): TemplateFacts {
  const faults: RenderFault[] = []
  const called = new Set<string>()
  const uses = new Set<string>()
  const fault = (node: Node, message: string) => faults.push({ message, template, line: node.loc?.start.line })

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry)
      return
    }
    if (typeof value !== 'object' || value === null) return
    if ('type' in value && typeof value.type === 'string') look(value as Node)
    for (const [key, child] of Object.entries(value)) if (key !== 'loc') visit(child)
  }

  const look = (node: Node) => {
    if (node.type === 'Decorator' || node.type === 'DecoratorBlock') fault(node, 'Decorators are not available')
    if (node.type === 'StringLiteral') uses.add(String((node as Node & { value: unknown }).value))
    if (node.type === 'PathExpression') {
      const { parts } = node as Node & { parts: readonly unknown[] }
      for (const [index, part] of parts.entries()) {
        if (typeof part !== 'string') continue
        uses.add(part)
        if (part === 'site' && parts[index + 1] === 'updatedAt') uses.add('site.updatedAt')
      }
    }
    if (node.type === 'PartialStatement' || node.type === 'PartialBlockStatement') partial(node as Node & { name: Node & { original?: unknown; data?: boolean } })
  }

  const partial = (node: Node & { readonly name: Node & { readonly original?: unknown; readonly data?: boolean } }) => {
    if (node.name.type === 'SubExpression') return fault(node, 'The name of a partial can not be computed')
    const name = String(node.name.original)
    if (name === '@partial-block') return
    if (partials.has(name)) called.add(name)
    else if (node.type === 'PartialStatement') fault(node, `The partial ${name} does not exist`)
  }

  visit(ast)
  return { faults, partials: called, uses }
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
