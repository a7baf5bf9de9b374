/** Collects what several publishers render of one build. */
import type { RenderFault } from '../../errors.ts'
import type { PlannedPage } from '../../pages/planned.ts'
import { type Renderer, type RenderJob, slowPagesAtMost } from '../../ports.ts'
import type { Division } from './division.ts'

export interface RenderResult {
  /** Resolves when every page is written or has an error, or when there are too many errors. */
  readonly promise: Promise<readonly RenderFault[]>
  readonly signal: AbortSignal
  isOver(): boolean
  fail(error: unknown): void
  faultsLeft(): number
  /** Hands over the pages that were not rendered before. Returns their number. */
  pages<P extends { readonly page: PlannedPage }>(
    done: readonly P[],
    take: (fresh: readonly P[]) => Promise<void>,
  ): Promise<number>
  /** Nothing is written any more when this resolves after the end. */
  written(): Promise<void>
  /** Counts the errors of pages that had no outcome before. `among` are the pages that may have them. */
  faults(found: readonly RenderFault[], among: readonly PlannedPage[]): number
}

interface State {
  readonly all: RenderFault[]
  readonly writing: Set<Promise<void>>
  readonly over: AbortController
  /** Pages without an outcome. */
  open: number
  slow: number
}

export function renderResult(
  job: RenderJob,
  parts: Division,
  isTooSlow: Renderer['isTooSlow'],
): RenderResult {
  const ended = Promise.withResolvers<readonly RenderFault[]>()
  const state: State = {
    all: [],
    writing: new Set(),
    over: new AbortController(),
    open: job.pages.length,
    slow: 0,
  }
  const { all, over, writing } = state
  const fail = (error: unknown) => {
    over.abort()
    ended.reject(error as Error)
  }
  const close = (count: number) => {
    state.open -= count
    if (state.open > 0 && all.length < job.maxFaults && state.slow < slowPagesAtMost) return
    over.abort()
    ended.resolve(all.slice(0, job.maxFaults))
  }
  job.signal?.addEventListener('abort', () => fail(job.signal?.reason), { once: true, signal: over.signal })
  if (job.signal?.aborted) fail(job.signal.reason)

  return {
    promise: ended.promise,
    signal: over.signal,
    isOver: () => over.signal.aborted,
    fail,
    faultsLeft: () => Math.max(1, job.maxFaults - all.length),
    async pages(done, take) {
      if (over.signal.aborted) return 0
      const fresh = done.filter(({ page }) => parts.settle(page))
      if (fresh.length === 0) return 0
      await finished(writing, take(fresh), fail)
      close(fresh.length)
      return fresh.length
    },
    written: async () => void (await Promise.allSettled(writing)),
    faults(found, among) {
      const byPath = new Map(among.map((page) => [page.path, page]))
      const before = all.length
      for (const fault of found) {
        const page = byPath.get(fault.page ?? '')
        if (!page || !parts.settle(page)) continue
        all.push(fault)
        if (isTooSlow(fault)) state.slow += 1
        close(1)
      }
      return all.length - before
    },
  }
}

async function finished(
  writing: Set<Promise<void>>,
  work: Promise<void>,
  fail: (error: unknown) => void,
): Promise<void> {
  writing.add(work)
  try {
    await work
  } catch (error) {
    fail(error)
    throw error
  } finally {
    writing.delete(work)
  }
}
