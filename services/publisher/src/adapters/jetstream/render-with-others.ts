/** One generation, rendered here and by whoever takes part of it. */

import { type Turns, turns } from '@typecase/kernel'
import type { WorkQueue } from '@typecase/messaging/work-queue'
import type { Logger } from '@typecase/runtime/log'
import { counter } from '@typecase/runtime/telemetry'
import { tooSlow } from '@typecase/theme-engine'
import type { RenderFault } from '../../core/errors.ts'
import type { PlannedPage } from '../../core/pages/planned.ts'
import { type RenderedPage, type Renderer, type RenderJob, slowPagesAtMost } from '../../core/ports.ts'
import { type Division, division } from './division.ts'
import { frameOf, packFrame, packPages, unpackRendered } from './wire.ts'

export interface Sharing {
  readonly local: Renderer
  readonly queue: WorkQueue
  readonly turn: Turns
  readonly log: Logger
  readonly pagesAtOnce: number
}

/** Tasks whose pages are in memory at a time, on their way out and on their way in. */
const atOnce = { out: 4, in: 8 }

const rendered = counter(
  'typecase_pages_rendered_total',
  'Pages of generations, by who rendered them for whom',
  ['share'],
)

export async function renderWithOthers(
  { local, queue, turn, log, pagesAtOnce }: Sharing,
  job: RenderJob,
): Promise<readonly RenderFault[]> {
  const parts = division(job.pages, pagesAtOnce)
  const result = resultOf(job, parts)
  const [outward, inward] = [turns(atOnce.out), turns(atOnce.in)]
  const byWorker = new Map<string, number>()

  const offering = queue.offer({
    token: job.run.token,
    tasks: parts.tasks,
    frame: () => packFrame(frameOf(job)),
    input: (task) =>
      outward(async () => {
        const pages = result.isOver() ? undefined : parts.lend(task)
        return pages && (await packPages(pages))
      }),
    result: (task, bytes, worker) =>
      inward(async () => {
        if (result.isOver()) return
        const { done, faults } = await unpackRendered(bytes)
        const pages = parts.pagesOf(task)
        const arrived = done.flatMap(([index, { html, references }]) =>
          pageAt(pages, index).map((page) => ({ page, html, references })),
        )
        const count = await result.pages(arrived)
        byWorker.set(worker, (byWorker.get(worker) ?? 0) + count)
        rendered.inc({ share: 'by others' }, count)
        // Time and memory may have been wanting on that machine only: such a page is rendered once more here.
        const certain = faults.filter(({ line }) => line !== undefined)
        result.faults(certain, pages)
        parts.giveBack(task)
      }),
  })

  async function renderHere(): Promise<void> {
    while (!result.isOver()) {
      const pages = parts.take()
      if (pages.length === 0) return
      const faults = await turn(() =>
        local.render({
          ...job,
          pages,
          maxFaults: result.faultsLeft(),
          signal: AbortSignal.any([result.signal, ...(job.signal ? [job.signal] : [])]),
          done: (done) => result.pages(done).then((count) => rendered.inc({ share: 'own' }, count)),
        }),
      )
      if (result.faults(faults, pages) === 0 && !result.isOver() && !pages.every(parts.isSettled))
        throw new Error('pages were not rendered')
      parts.putBack()
    }
  }

  renderHere().catch(result.fail)
  try {
    return await result.promise
  } finally {
    await result.written()
    void offering.then((offer) => offer?.close())
    const shares = { pages: job.pages.length, byOthers: Object.fromEntries(byWorker) }
    if (byWorker.size > 0) log.info({ generation: job.run.id, ...shares }, 'a generation was shared')
  }
}

const pageAt = (pages: readonly PlannedPage[], index: number): readonly PlannedPage[] =>
  pages.slice(index, index + 1)

/** What has become of the pages so far. The promise is kept when each is written, or when there are as many faults as are wanted or waited for. */
function resultOf(job: RenderJob, parts: Division) {
  const ended = Promise.withResolvers<readonly RenderFault[]>()
  const over = new AbortController()
  const all: RenderFault[] = []
  const writing = new Set<Promise<void>>()
  let open = job.pages.length
  let slow = 0

  const end = () => {
    over.abort()
    ended.resolve(all.slice(0, job.maxFaults))
  }
  const fail = (error: unknown) => {
    over.abort()
    ended.reject(error as Error)
  }
  const close = (count: number) => {
    open -= count
    if (open === 0 || all.length >= job.maxFaults || slow >= slowPagesAtMost) end()
  }
  /** Is told how many pages they are, and not which: their HTML is large, and nobody needs it any more. */
  const written = async (work: Promise<void>, count: number): Promise<number> => {
    writing.add(work)
    try {
      await work
    } catch (error) {
      fail(error)
      throw error
    } finally {
      writing.delete(work)
    }
    close(count)
    return count
  }
  job.signal?.addEventListener('abort', () => fail(job.signal?.reason), { once: true, signal: over.signal })
  if (job.signal?.aborted) fail(job.signal.reason)

  return {
    promise: ended.promise,
    signal: over.signal,
    isOver: () => over.signal.aborted,
    fail,
    faultsLeft: () => Math.max(1, job.maxFaults - all.length),
    /** Hands over those that nobody had rendered before; answers how many. */
    async pages(done: readonly RenderedPage[]): Promise<number> {
      if (over.signal.aborted) return 0
      const fresh = done.filter(({ page }) => parts.settle(page))
      if (fresh.length === 0) return 0
      return written(job.done(fresh), fresh.length)
    },
    /** Nothing is handed over any more when this resolves after the end. */
    written: async () => void (await Promise.allSettled(writing)),
    /** Counts those of pages that nobody had settled before; `among` are the pages that these faults may be of. */
    faults(found: readonly RenderFault[], among: readonly PlannedPage[]): number {
      const byPath = new Map(among.map((page) => [page.path, page]))
      const before = all.length
      for (const fault of found) {
        const page = byPath.get(fault.page ?? '')
        if (!page || !parts.settle(page)) continue
        all.push(fault)
        if (fault.message === tooSlow) slow += 1
        close(1)
      }
      return all.length - before
    },
  }
}
