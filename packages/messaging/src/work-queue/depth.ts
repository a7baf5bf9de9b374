import type { JetStreamManager } from 'nats'
import type { QueueNames } from './stream.ts'

export interface QueueDepth {
  /** Tickets that nobody has drawn, or whose tasks are being done. */
  readonly tasks: number
  /** When the oldest of them was put in; undefined where there is none. */
  readonly since: Date | undefined
}

/**
 * What the workers have before them. Only their consumer knows: a ticket whose workers all died stays in the stream until its age takes it
 * away, and nobody will get it.
 */
export async function queueDepth(jsm: JetStreamManager, names: QueueNames): Promise<QueueDepth> {
  const { num_pending, num_ack_pending, ack_floor, delivered } = await jsm.consumers.info(
    names.stream,
    names.consumer,
  )
  const tasks = num_pending + num_ack_pending
  if (tasks === 0) return { tasks, since: undefined }
  const { stream_seq } = num_ack_pending > 0 ? ack_floor : delivered
  // The next that is there: those of a job that is over have been taken away.
  const first = { seq: stream_seq + 1, next_by_subj: names.tickets('*') }
  const oldest = await jsm.streams.getMessage(names.stream, first).catch(() => undefined)
  return { tasks, since: oldest?.time }
}
