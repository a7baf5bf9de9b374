/**
 * Offers the shards of a build on a work queue. A shard is a part of the pages. The publisher that offers the
 * shards renders everything that other publishers do not finish
 * (docs/decisions/0011-publishers-share-the-rendering.md).
 */
import type { WorkQueue } from '@typecase/messaging/work-queue'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { counter } from '@typecase/runtime/telemetry'
import type { RenderShard, ShardJob, ShardQueue } from '../../core/build/shards/shard.ts'
import { packContext, packReport, packShard, unpackContext, unpackReport, unpackShard } from './shard-wire.ts'

export interface ShardQueueOptions {
  readonly queue: WorkQueue
  /** Id of this publisher. */
  readonly id: string
  readonly log: Logger
}

export interface JetStreamShardQueue extends ShardQueue {
  /** Renders shards of other publishers, except while this publisher offers shards. */
  worker(render: RenderShard): Part
}

/** Concurrent shards of other publishers: one is rendered, the next planned, and the previous one written. */
const slots = 3

const pages = counter(
  'typecase_pages_rendered_total',
  'Rendered pages: own, by others for this publisher, or by this publisher for others',
  ['share'],
)

export function jetStreamShardQueue({ queue, id, log }: ShardQueueOptions): JetStreamShardQueue {
  let offers = 0
  let free = Promise.withResolvers<void>()
  free.resolve()
  const begin = () => {
    if (offers++ === 0) free = Promise.withResolvers<void>()
  }
  const end = () => {
    if (--offers === 0) free.resolve()
  }

  return {
    async offer(job) {
      begin()
      try {
        const offer = await queue.offer(queueJob(job))
        if (!offer) {
          end()
          return undefined
        }
        return { close: () => offer.close().finally(end) }
      } catch (error) {
        end()
        throw error
      }
    },
    rendered: (share, count) => pages.inc({ share }, count),
    rejected: (generation, publisher, error) =>
      log.warn(
        { generation, publisher, ...(error === undefined ? {} : { error }) },
        'pages of another publisher were not accepted; they are rendered here',
      ),
    shared: (generation, byPublisher) =>
      log.info({ generation, byPublisher: Object.fromEntries(byPublisher) }, 'a build was shared'),
    worker: (render) =>
      queue.worker({
        ...{ id, slots },
        free: () => free.promise,
        isFree: () => offers === 0,
        async work({ input, frame, signal }) {
          const context = async () => unpackContext(await frame())
          return packReport(await render(unpackShard(input), context, signal))
        },
      }),
  }
}

const queueJob = (job: ShardJob): Parameters<WorkQueue['offer']>[0] => ({
  token: job.run.token,
  tasks: job.shards,
  frame: () => packContext(job.context()),
  async input(number) {
    const shard = job.shard(number)
    return shard && packShard(shard)
  },
  result: async (number, bytes, publisher) => job.report(number, await unpackReport(bytes), publisher),
})
