/** Watches over the rendering of a page: its time, and where it is. */
import { Fault, isTooDeep } from './fault.ts'

/** Milliseconds on the clock after which a page is worth a look at its processor time, which costs more than most pages. */
const unwatchedMs = 20

const callsBetweenLooks = 64

/** The page being rendered; rendering is synchronous, so there is one at most. */
export interface PageWatch {
  /** From here on it is the next page, with at most so many milliseconds of processor time. */
  begin(timeLimit: number): void
  /** Counts a call. @throws Error when the page takes too long */
  tick(): void
  /** Runs a template, or a partial, that may have called others. @throws Fault */
  within<T>(template: string, run: () => T): T
  /** The error with the template that is being rendered; the innermost place wins. */
  faultAt(error: unknown, line: number | undefined): Fault
  /** What the page has put in its place itself. */
  readonly placed: { head: boolean; footer: boolean }
  /** The templates that were being rendered when they were too many, the outermost first. */
  deepest(): readonly string[] | undefined
}

export function pageWatch(): PageWatch {
  const placed = { head: false, footer: false }
  let stack: string[] = []
  let deepest: readonly string[] | undefined
  let time = timeOf(0)
  let calls = 0

  function tick(): void {
    calls += 1
    if (calls % callsBetweenLooks === 0 && time.isOver()) throw new Error('The template takes too long')
  }

  function faultOf(error: unknown, template: string | undefined, line?: number): Fault {
    // Down here is no room to find out more.
    if (isTooDeep(error)) deepest ??= stack.slice()
    return Fault.from(error, template, line)
  }

  return {
    begin(timeLimit) {
      Object.assign(placed, { head: false, footer: false })
      stack = []
      deepest = undefined
      time = timeOf(timeLimit)
      calls = 0
    },
    tick,
    within(template, run) {
      stack.push(template)
      try {
        tick()
        return run()
      } catch (error) {
        throw faultOf(error, template)
      } finally {
        stack.pop()
      }
    },
    faultAt: (error, line) => faultOf(error, stack.at(-1), line),
    placed,
    deepest: () => deepest,
  }
}

/** So many milliseconds of processor time, counted from when a page has taken longer than nearly all do. */
function timeOf(limitMs: number): { isOver(): boolean } {
  const watchedFrom = performance.now() + unwatchedMs
  let until: number | undefined
  return {
    isOver() {
      if (until === undefined) {
        if (performance.now() < watchedFrom) return false
        until = spent() + limitMs
      }
      return spent() > until
    },
  }
}

/** Milliseconds of processor time that this process has used. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
