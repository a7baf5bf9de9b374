/** Watches over the rendering of a page: its time, and where it is. */
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { Fault, isTooDeep } from './fault.ts'
import { tooSlow } from './protocol.ts'

/** Milliseconds on the clock after which a page is worth a look at its processor time, which costs more than most pages. */
const unwatchedMs = 20

const callsBetweenLooks = 64

/** UTF-16 units by which a text grows. */
const unitsBetweenLooks = 256 * 1024

export interface Limits {
  /** Milliseconds of processor time. */
  readonly time: number
  /** UTF-16 units. */
  readonly output: number
}

export const tooLarge = (limit: number): Error => new Error(`The page is larger than ${limit} characters`)

/** The page being rendered; rendering is synchronous, so there is one at most. */
export interface PageWatch {
  /** From here on it is the next page, with these limits. */
  begin(limits: Limits): void
  /** The line of what is being done, in the template that is being rendered; undefined where none is known. */
  line: number | undefined
  /** Something is called in that line. @throws Error when the page takes too long */
  at(line: number): void
  /**
   * Something is done once more in that line, after what is made so far, of which so many units were looked at. Answers how many that
   * are now. @throws Error when the page takes too long or is too large
   */
  again(line: number, html: string, looked: number): number
  /** Of no meaning. */
  read: number
  /** Renders a template, or a partial, that may have called others. */
  within<Context, Frame>(
    template: string,
    render: (context: Context, frame: Frame) => string,
  ): (context: Context, frame: Frame) => string
  /** The error with that template and the line of what was being done; the innermost place wins. */
  faultIn(error: unknown, template: string): Fault
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
  let output = 0

  const watch: PageWatch = {
    begin(limits) {
      Object.assign(placed, { head: false, footer: false })
      stack = []
      deepest = undefined
      time = timeOf(limits.time)
      calls = 0
      output = limits.output
      watch.line = undefined
    },
    line: undefined,
    at(line) {
      watch.line = line
      calls += 1
      if (calls % callsBetweenLooks === 0 && time.isOver()) throw new Error(tooSlow)
    },
    again(line, html, looked) {
      watch.at(line)
      if (html.length - looked < unitsBetweenLooks) return looked
      if (html.length > output) throw tooLarge(output)
      // A text put together of many takes many times its room until it is read; what comes of that must count, or V8 leaves it out.
      watch.read ^= html.charCodeAt(0)
      return html.length
    },
    read: 0,
    within: (template, render) => (context, frame) => {
      stack.push(template)
      watch.line = undefined
      try {
        return render(context, frame)
      } finally {
        stack.pop()
      }
    },
    faultIn(error, template) {
      // Down here is no room to find out more.
      if (isTooDeep(error)) deepest ??= stack.slice()
      return Fault.from(error, template, watch.line)
    },
    placed,
    deepest: () => deepest,
  }
  return watch
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
