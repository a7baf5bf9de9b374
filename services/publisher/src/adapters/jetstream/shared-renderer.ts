/**
 * The Renderer port over all publishers: the one that makes a generation renders pages itself and offers the rest to the others
 * (docs/decisions/0011-publishers-share-the-rendering.md). Whatever happens to the others or to the queue, it renders what nobody
 * else has, so that no generation fails or waits because of them.
 */

import { turns } from '@typecase/kernel'
import type { WorkQueue } from '@typecase/messaging/work-queue'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import type { Renderer, RenderJob } from '../../core/ports.ts'
import { renderWithOthers } from './render-with-others.ts'
import { rendererForOthers } from './renderer-for-others.ts'

export interface SharedRendererOptions {
  /** Renders in this process' own renderers. */
  readonly local: Renderer
  readonly queue: WorkQueue
  /** Of this publisher. */
  readonly id: string
  readonly log: Logger
  /** Fewer pages are rendered here: asking others would take longer. Default 256. */
  readonly fewPages?: number
  /** Pages of one task; default 64. */
  readonly pagesAtOnce?: number
}

export interface SharedRenderer extends Renderer {
  /** Renders for others whenever this publisher renders nothing itself. */
  readonly part: Part
}

/** Tasks of others at a time: one is rendered while the next is fetched and the last is handed in. */
const slots = 3

export function sharedRenderer({
  local,
  queue,
  id,
  log,
  fewPages = 256,
  pagesAtOnce = 64,
}: SharedRendererOptions): SharedRenderer {
  // The renderers know one site at a time.
  const turn = turns(1)
  let own = 0
  let waiting = Promise.withResolvers<void>()
  waiting.resolve()

  async function asOwn<T>(work: () => Promise<T>): Promise<T> {
    if (own++ === 0) waiting = Promise.withResolvers<void>()
    try {
      return await work()
    } finally {
      if (--own === 0) waiting.resolve()
    }
  }

  return {
    prepare: (theme) => turn(() => local.prepare(theme)),
    // Nobody who renders waits for it.
    warmUp: (theme) => turn(async () => void local.warmUp(theme)),
    render: (job: RenderJob) =>
      asOwn(() =>
        job.pages.length < fewPages
          ? turn(() => local.render(job))
          : renderWithOthers({ local, queue, turn, log, pagesAtOnce }, job),
      ),
    part: queue.worker({
      ...{ id, slots },
      free: () => waiting.promise,
      isFree: () => own === 0,
      work: rendererForOthers({ local, turn }),
    }),
  }
}
