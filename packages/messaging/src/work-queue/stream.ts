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
  /** Stream of task messages. */
  readonly stream: string
  /** The consumer that all workers share; autoscalers watch it. */
  readonly consumer: string
  tasks(job: string): string
  /** Subject of requests from workers to the process that created the job. */
  job(job: string): string
}

/**
 * The queue `rendering` with the prefix `typecase` has the stream `TYPECASE_RENDERING`, consumer `workers`.
 */
export function queueNames(prefix: string, name: string): QueueNames {
  const subject = `${prefix}-${name}`
  return {
    stream: `${eventStream(prefix)}_${name.toUpperCase()}`,
    consumer: 'workers',
    tasks: (job) => `${subject}.tickets.${job}`,
    job: (job) => `${subject}.jobs.${job}`,
  }
}

/** Longer than any job. The tasks of a dead process expire, unless a worker drops them first. */
const maxAgeMs = 6 * 3_600_000
/** Milliseconds without a heartbeat until another worker gets a task. */
export const ackWaitMs = 15_000
const maxTries = 20

export interface QueueSettings {
  readonly names: QueueNames
  readonly replicas: number
  readonly update: StreamUpdater
}

/** Creates the stream and the consumer if missing; raises the replicas. Concurrent calls are safe. */
export async function ensureQueue(
  jsm: JetStreamManager,
  { names, replicas, update }: QueueSettings,
): Promise<void> {
  const found = await jsm.streams.info(names.stream).catch(undefinedIfMissing)
  if (!found) {
    await unlessExists(
      jsm.streams.add({
        name: names.stream,
        subjects: [names.tasks('*')],
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
  await unlessExists(
    jsm.consumers.add(names.stream, {
      durable_name: names.consumer,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_deliver: maxTries,
      max_ack_pending: 10_000,
    }),
  )
}

const streamExists = 10_058
const consumerExists = 10_013
const existsCodes = new Set([streamExists, consumerExists])

async function unlessExists(creating: Promise<unknown>): Promise<void> {
  await creating.catch((error: unknown) => {
    if (!(error instanceof NatsError) || !existsCodes.has(error.api_error?.err_code ?? 0)) throw error
  })
}
