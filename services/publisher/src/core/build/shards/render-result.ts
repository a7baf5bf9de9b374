import type { RenderError } from '../../errors.ts'
import type { PlannedPage } from '../../pages/planned.ts'
import { type Renderer, type RenderJob, slowPagesAtMost } from '../../ports.ts'
import type { Division } from './division.ts'

/** Collects the pages of one build from several publishers. */
export class RenderResult {
  readonly #job: RenderJob
  readonly #division: Division
  readonly #isTooSlow: Renderer['isTooSlow']
  readonly #ended = Promise.withResolvers<readonly RenderError[]>()
  readonly #over = new AbortController()
  readonly #errors: RenderError[] = []
  readonly #writing = new Set<Promise<void>>()
  /** Pages without a result. */
  #open: number
  #slow = 0

  constructor(job: RenderJob, division: Division, isTooSlow: Renderer['isTooSlow']) {
    this.#job = job
    this.#division = division
    this.#isTooSlow = isTooSlow
    this.#open = job.pages.length
    const abort = () => this.fail(job.signal?.reason)
    job.signal?.addEventListener('abort', abort, { once: true, signal: this.#over.signal })
    if (job.signal?.aborted) abort()
  }

  /** Resolves when every page has a result, or when there are too many errors. */
  get promise(): Promise<readonly RenderError[]> {
    return this.#ended.promise
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  isOver(): boolean {
    return this.#over.signal.aborted
  }

  readonly fail = (error: unknown): void => {
    this.#over.abort()
    this.#ended.reject(error as Error)
  }

  errorsLeft(): number {
    return Math.max(1, this.#job.maxErrors - this.#errors.length)
  }

  /** Writes pages without an earlier result and returns their number. */
  async addPages<P extends { readonly page: PlannedPage }>(
    done: readonly P[],
    write: (fresh: readonly P[]) => Promise<void>,
  ): Promise<number> {
    if (this.isOver()) return 0
    const fresh = done.filter(({ page }) => this.#division.complete(page))
    if (fresh.length === 0) return 0
    await this.#finished(write(fresh))
    this.#close(fresh.length)
    return fresh.length
  }

  /** Adds the errors of pages without an earlier result and returns their number. */
  addErrors(found: readonly RenderError[], pages: readonly PlannedPage[]): number {
    const byPath = new Map(pages.map((page) => [page.path, page]))
    const before = this.#errors.length
    for (const error of found) {
      const page = byPath.get(error.page ?? '')
      if (!page || !this.#division.complete(page)) continue
      this.#errors.push(error)
      if (this.#isTooSlow(error)) this.#slow += 1
      this.#close(1)
    }
    return this.#errors.length - before
  }

  /** Resolves when all writes have ended. */
  async written(): Promise<void> {
    await Promise.allSettled(this.#writing)
  }

  #close(count: number): void {
    const { maxErrors } = this.#job
    this.#open -= count
    if (this.#open > 0 && this.#errors.length < maxErrors && this.#slow < slowPagesAtMost) return
    this.#over.abort()
    this.#ended.resolve(this.#errors.slice(0, maxErrors))
  }

  async #finished(work: Promise<void>): Promise<void> {
    this.#writing.add(work)
    try {
      await work
    } catch (error) {
      this.fail(error)
      throw error
    } finally {
      this.#writing.delete(work)
    }
  }
}
