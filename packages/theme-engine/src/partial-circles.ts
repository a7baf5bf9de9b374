/** Partials that call each other: without end, or only too deeply. */
import type { TemplateFault } from './protocol.ts'

export interface PartialCall {
  /** The path of the partial. */
  readonly template: string
  readonly line: number | undefined
  /** No block decides whether it is made. */
  readonly isCertain: boolean
}

/** What each template calls, by its path. */
type Calls = ReadonlyMap<string, { readonly calls: readonly PartialCall[] }>

/** The circles of calls that are made each time: who enters one never leaves it. */
export function endlessCircles(all: Calls): readonly TemplateFault[] {
  const faults = new Map<string, TemplateFault>()
  const done = new Set<string>()
  /** The templates that led here, in this order. */
  const above = new Set<string>()
  const visit = (path: string): void => {
    if (above.has(path)) {
      const trail = [...above]
      const fault = circleFault(trail.slice(trail.indexOf(path)), all)
      faults.set(`${fault.template} ${fault.line}`, fault)
    }
    if (above.has(path) || done.has(path)) return
    above.add(path)
    const certain = (all.get(path)?.calls ?? []).filter(({ isCertain }) => isCertain)
    for (const template of new Set(certain.map(({ template }) => template))) visit(template)
    above.delete(path)
    done.add(path)
  }
  for (const path of all.keys()) visit(path)
  return [...faults.values()]
}

/** Why rendering found no end. `stack` has the templates that were being rendered, the outermost first. */
export function depthFault(stack: readonly string[], all: Calls): TemplateFault {
  const circle = circleOf(stack)
  if (circle) return circleFault(circle, all)
  const [template = '', called] = stack
  if (called === undefined) return { message: 'The template is nested too deeply', template }
  return { message: 'Partials are nested too deeply', template, line: callOf(template, called, all)?.line }
}

/** The innermost templates that repeat, once; one that is only a small part of the stack did not fill it. */
function circleOf(stack: readonly string[]): readonly string[] | undefined {
  for (let end = stack.length - 1; end > 0; end--) {
    const path = stack[end] ?? ''
    const begin = stack.lastIndexOf(path, end - 1)
    if (begin < 0) continue
    const times = stack.filter((other) => other === path).length
    if (times * (end - begin) * 2 > stack.length) return stack.slice(begin, end)
  }
  return undefined
}

/** At the call that closes the circle. It begins with the same template wherever it was entered, so that it is always told alike. */
function circleFault(circle: readonly string[], all: Calls): TemplateFault {
  const first = circle.toSorted()[0] ?? ''
  const begin = circle.indexOf(first)
  const others = [...circle.slice(begin + 1), ...circle.slice(0, begin)]
  // The call of a block that a partial was given stands in another template than the one that is rendered.
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
