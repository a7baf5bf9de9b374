/** Finds endless or too deep calls between partials. */
import type { TemplateError } from './protocol.ts'

export interface PartialCall {
  readonly template: string
  readonly line: number | undefined
  /** True if no block can skip the call. */
  readonly isCertain: boolean
}

type Calls = ReadonlyMap<string, { readonly calls: readonly PartialCall[] }>

/** Cycles of unconditional calls, which never end once entered. */
export function endlessCycles(all: Calls): readonly TemplateError[] {
  const errors = new Map<string, TemplateError>()
  const done = new Set<string>()
  /** The templates being visited, from the first to the current one. */
  const above = new Set<string>()
  const visit = (path: string): void => {
    if (above.has(path)) {
      const trail = [...above]
      const error = cycleError(trail.slice(trail.indexOf(path)), all)
      errors.set(`${error.template} ${error.line}`, error)
    }
    if (above.has(path) || done.has(path)) return
    above.add(path)
    const certain = (all.get(path)?.calls ?? []).filter(({ isCertain }) => isCertain)
    for (const template of new Set(certain.map(({ template }) => template))) visit(template)
    above.delete(path)
    done.add(path)
  }
  for (const path of all.keys()) visit(path)
  return [...errors.values()]
}

/** Error of a stack overflow. `stack` lists the templates being rendered, outermost first. */
export function depthError(stack: readonly string[], all: Calls): TemplateError {
  const cycle = cycleOf(stack)
  if (cycle) return cycleError(cycle, all)
  const [template = '', called] = stack
  if (called === undefined) return { message: 'The template is nested too deeply', template }
  return { message: 'Partials are nested too deeply', template, line: callOf(template, called, all)?.line }
}

/**
 * One round of the innermost cycle that covers more than half of the stack. A cycle that covers less did not
 * cause the overflow.
 */
function cycleOf(stack: readonly string[]): readonly string[] | undefined {
  for (let end = stack.length - 1; end > 0; end--) {
    const path = stack[end] ?? ''
    const begin = stack.lastIndexOf(path, end - 1)
    if (begin < 0) continue
    const times = stack.filter((other) => other === path).length
    if (times * (end - begin) * 2 > stack.length) return stack.slice(begin, end)
  }
  return undefined
}

/**
 * Locates the error at the call to the template whose name sorts first, so that a cycle has the same error
 * whichever of its templates is called first.
 */
function cycleError(cycle: readonly string[], all: Calls): TemplateError {
  const first = cycle.toSorted()[0] ?? ''
  const begin = cycle.indexOf(first)
  const others = [...cycle.slice(begin + 1), ...cycle.slice(0, begin)]
  // The template before `first` in the cycle may lack the call: if a partial renders a block that its caller
  // gave it, the call is in the template of that caller.
  const template = [...others, first].findLast((path) => path !== first && callOf(path, first, all)) ?? first
  return {
    message: 'Partials call each other without end',
    template,
    line: callOf(template, first, all)?.line,
  }
}

function callOf(template: string, called: string, all: Calls): PartialCall | undefined {
  const found = (all.get(template)?.calls ?? []).filter((call) => call.template === called)
  return found.find(({ isCertain }) => isCertain) ?? found[0]
}
