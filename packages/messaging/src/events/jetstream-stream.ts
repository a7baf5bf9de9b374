import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from 'nats'
import type { StreamUpdater } from './stream-updater.ts'

export interface StreamSettings {
  readonly name: string
  readonly subjects: string[]
  readonly replicas: number
  readonly dedupeWindowMs: number
  readonly maxAgeMs: number
}

/**
 * Creates or updates the stream; leaves it unchanged if NATS refuses the update. Several processes may run
 * this at the same time.
 */
export async function ensureStream(
  jsm: JetStreamManager,
  settings: StreamSettings,
  update: StreamUpdater,
): Promise<StreamInfo> {
  const wanted = {
    subjects: settings.subjects,
    duplicate_window: nanos(settings.dedupeWindowMs),
    max_age: nanos(settings.maxAgeMs),
  }
  const found = await jsm.streams.info(settings.name).catch(undefinedIfMissing)
  if (!found) {
    return await jsm.streams
      .add({
        ...wanted,
        name: settings.name,
        num_replicas: settings.replicas,
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        discard: DiscardPolicy.Old,
      })
      .catch(async (error: unknown) => {
        if (apiCode(error) !== streamExists) throw error
        return await jsm.streams.info(settings.name)
      })
  }
  const { config } = found
  const { duplicate_window, max_age } = wanted
  const isCurrent = config.duplicate_window === duplicate_window && config.max_age === max_age
  if (isCurrent && config.num_replicas >= settings.replicas) return found
  return await update(jsm, found, {
    ...wanted,
    num_replicas: Math.max(config.num_replicas, settings.replicas),
  })
}

export interface ConsumerSettings {
  readonly durable: string
  readonly filter: string
  readonly ackWaitMs: number
}

/** Creates the durable pull consumer if missing, starting at the oldest event, and updates its settings. */
export async function ensureConsumer(
  jsm: JetStreamManager,
  stream: string,
  { durable, filter, ackWaitMs }: ConsumerSettings,
): Promise<ConsumerInfo> {
  const wanted = { filter_subject: filter, ack_wait: nanos(ackWaitMs) }
  const found = await jsm.consumers.info(stream, durable).catch(undefinedIfMissing)
  if (!found) {
    return await jsm.consumers.add(stream, {
      ...wanted,
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      max_deliver: -1,
      max_ack_pending: 5_000,
    })
  }
  const { config } = found
  if (config.filter_subject === wanted.filter_subject && config.ack_wait === wanted.ack_wait) return found
  return await jsm.consumers.update(stream, durable, wanted)
}

const streamExists = 10_058

const apiCode = (error: unknown): number | undefined =>
  error instanceof NatsError ? error.api_error?.err_code : undefined

export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof NatsError && error.api_error?.code === 404) return undefined
  throw error
}
