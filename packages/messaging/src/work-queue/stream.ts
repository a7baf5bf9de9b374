import {
  AckPolicy,
  DiscardPolicy,
  type JetStreamManager,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats'
import { undefinedIfMissing } from '../events/jetstream-stream.ts'
import type { StreamUpdater } from '../events/stream-updater.ts'
import { eventStream } from '../nats/index.ts'

export interface QueueNames {
  /** Stream of tickets. */
  readonly stream: string
  /** The one consumer of all workers; autoscalers watch it. */
  readonly consumer: string
  /** Subject of the tickets of a job. */
  tickets(job: string): string
  /** Subject where the process that offers a job is asked. */
  job(job: string): string
}

/** Of a queue named `rendering` and the prefix `typecase`: stream `TYPECASE_RENDERING`, consumer `workers`. */
export function queueNames(prefix: string, name: string): QueueNames {
  const subject = `${prefix}-${name}`
  return {
    stream: `${eventStream(prefix)}_${name.toUpperCase()}`,
    consumer: 'workers',
    tickets: (job) => `${subject}.tickets.${job}`,
    job: (job) => `${subject}.jobs.${job}`,
  }
}

/** Longer than any job: tickets of a process that died are dropped by the first worker that draws them, at the latest by age. */
const maxAgeMs = 6 * 3_600_000
/** Until another worker gets a ticket whose worker says nothing. */
export const ackWaitMs = 15_000
const mostTries = 20

export interface QueueSettings {
  readonly names: QueueNames
  readonly replicas: number
  readonly update: StreamUpdater
}

/** Creates stream and consumer when they are missing, and raises the stream's replicas. Safe from many processes at once. */
export async function ensureQueue(
  jsm: JetStreamManager,
  { names, replicas, update }: QueueSettings,
): Promise<void> {
  const found = await jsm.streams.info(names.stream).catch(undefinedIfMissing)
  if (!found) {
    await unlessThere(
      jsm.streams.add({
        name: names.stream,
        subjects: [names.tickets('*')],
        storage: StorageType.File,
        retention: RetentionPolicy.Workqueue,
        discard: DiscardPolicy.New,
        num_replicas: replicas,
        max_age: nanos(maxAgeMs),
      }),
    )
  }
  if (found && found.config.num_replicas < replicas) await update(jsm, found, { num_replicas: replicas })
  if (found && (await jsm.consumers.info(names.stream, names.consumer).catch(undefinedIfMissing))) return
  await unlessThere(
    jsm.consumers.add(names.stream, {
      durable_name: names.consumer,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_deliver: mostTries,
      max_ack_pending: 10_000,
    }),
  )
}

const streamExists = 10_058
const consumerExists = 10_013
const isThere = new Set([streamExists, consumerExists])

async function unlessThere(made: Promise<unknown>): Promise<void> {
  await made.catch((error: unknown) => {
    if (!(error instanceof NatsError) || !isThere.has(error.api_error?.err_code ?? 0)) throw error
  })
}
