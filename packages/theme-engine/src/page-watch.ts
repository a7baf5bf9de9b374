/** Limits the time and size of a page and records the location of errors. */
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { tooSlow } from './protocol.ts'
import { isTooDeep, RenderError } from './render-error.ts'

/**
 * Wall-clock milliseconds before the first read of processor time, because a read takes longer than rendering
 * most pages.
 */
const unwatchedMs = 20

const callsBetweenChecks = 64

/** UTF-16 units. */
const unitsBetweenChecks = 256 * 1024

export interface Limits {
  /** Milliseconds of processor time. */
  readonly time: number
  /** UTF-16 units. */
  readonly output: number
}

export const tooLarge = (limit: number): Error => new Error(`The page is larger than ${limit} characters`)

/** State of the page being rendered. Rendering is synchronous, so at most one exists. */
export class PageWatch {
  /** The line being rendered in the innermost template. */
  line: number | undefined
  /** True once the page has called `{{head}}` or `{{footerCode}}`. */
  readonly placed = { head: false, footer: false }
  /** Templates on the stack when it overflowed, outermost first. */
  deepest: readonly string[] | undefined
  /** Prevents V8 from removing a read; see `again`. */
  read = 0
  #stack: string[] = []
  #time = cpuLimit(0)
  #calls = 0
  #output = 0

  begin(limits: Limits): void {
    Object.assign(this.placed, { head: false, footer: false })
    this.#stack = []
    this.deepest = undefined
    this.#time = cpuLimit(limits.time)
    this.#calls = 0
    this.#output = limits.output
    this.line = undefined
  }

  /** Called before each helper and partial. @throws Error when the page takes too long */
  at(line: number): void {
    this.line = line
    this.#calls += 1
    if (this.#calls % callsBetweenChecks === 0 && this.#time.isOver()) throw new Error(tooSlow)
  }

  /**
   * Called in each round of a loop with the HTML so far and its length at the last check. Returns the length
   * to pass to the next call.
   * @throws Error when the page takes too long or is too large
   */
  again(line: number, html: string, checked: number): number {
    this.at(line)
    if (html.length - checked < unitsBetweenChecks) return checked
    if (html.length > this.#output) throw tooLarge(this.#output)
    // Reading a character flattens the concatenated string, which saves memory. V8 would remove a read whose
    // result is not used.
    this.read ^= html.charCodeAt(0)
    return html.length
  }

  /** Wraps `render` so that the template counts as being rendered while `render` runs. */
  within<Context, Frame>(
    template: string,
    render: (context: Context, frame: Frame) => string,
  ): (context: Context, frame: Frame) => string {
    return (context, frame) => {
      this.#stack.push(template)
      this.line = undefined
      try {
        return render(context, frame)
      } finally {
        this.#stack.pop()
      }
    }
  }

  /** Adds the template and the current line, unless the error has a location. */
  errorIn(error: unknown, template: string): RenderError {
    // Copies the list of templates now; `depthError` determines the cause after the call stack has unwound.
    if (isTooDeep(error)) this.deepest ??= this.#stack.slice()
    return RenderError.from(error, template, this.line)
  }
}

/** Reads processor time only for slow pages. */
function cpuLimit(limitMs: number): { isOver(): boolean } {
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
