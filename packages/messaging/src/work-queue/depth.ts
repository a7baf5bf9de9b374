import type { JetStreamManager } from 'nats'
import type { QueueNames } from './stream.ts'

export interface QueueDepth {
  /** Tasks that are waiting or in progress. */
  readonly tasks: number
  /** When the oldest of them was queued; undefined without tasks. */
  readonly since: Date | undefined
}

/** Counts tasks as the workers' consumer does: without messages that have used up their deliveries. */
export async function queueDepth(jsm: JetStreamManager, names: QueueNames): Promise<QueueDepth> {
  const { num_pending, num_ack_pending, ack_floor, delivered } = await jsm.consumers.info(
    names.stream,
    names.consumer,
  )
  const tasks = num_pending + num_ack_pending
  if (tasks === 0) return { tasks, since: undefined }
  const { stream_seq } = num_ack_pending > 0 ? ack_floor : delivered
  // Finds the next message that exists, because messages of closed jobs were deleted.
  const first = { seq: stream_seq + 1, next_by_subj: names.tasks('*') }
  const oldest = await jsm.streams.getMessage(names.stream, first).catch(() => undefined)
  return { tasks, since: oldest?.time }
}
