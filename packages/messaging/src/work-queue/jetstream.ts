import type { Logger } from '@typecase/runtime/log'
import { natsConnection } from '../events/jetstream-connection.ts'
import { streamUpdater } from '../events/stream-updater.ts'
import { defaultPrefix, type NatsAccess } from '../nats/index.ts'
import { offerJob } from './offer.ts'
import type { WorkQueue } from './port.ts'
import { type SealOptions, seal as sealOf } from './seal.ts'
import { ensureQueue, queueNames } from './stream.ts'
import { queueWorker } from './worker.ts'

export interface WorkQueueOptions extends NatsAccess {
  /** Lowercase letters: the stream of `rendering` is `TYPECASE_RENDERING`. */
  readonly name: string
  /** Version of the code that performs tasks: only workers with the same version do tasks of this process. */
  readonly version: string
  readonly log: Logger
  /**
   * Keys of the processes that share the queue: the first signs, all verify. Without keys, nothing is signed.
   */
  readonly keys: SealOptions['keys']
}

/** Milliseconds that an offer or a worker waits for the connection, then for each call of JetStream. */
const connectTimeoutMs = 2_000
const managerTimeoutMs = 5_000

/**
 * Tasks in a JetStream work queue (server 2.9 or newer). When the heartbeats of a worker stop, another worker
 * gets its task. Can be created while NATS is unavailable.
 */
export function jetStreamWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { name, version, log, keys, domain, prefix = defaultPrefix, replicas = 1 } = options
  const inDomain = domain ? { domain } : {}
  const nats = natsConnection(options, log)
  const names = queueNames(prefix, name)
  const update = streamUpdater(log)
  const seal = sealOf({ queue: names.stream, keys, log })

  async function ready() {
    const connection = await nats.live(connectTimeoutMs)
    const jsm = await connection.jetstreamManager({ checkAPI: false, timeout: managerTimeoutMs, ...inDomain })
    await ensureQueue(jsm, { names, replicas, update })
    return { connection, jsm, js: connection.jetstream(inDomain) }
  }

  return {
    async offer(job) {
      try {
        return offerJob({ ...(await ready()), names, version, log, seal }, job)
      } catch (error) {
        log.info({ error, queue: names.stream }, 'the queue is unavailable; all tasks are done here')
        return undefined
      }
    },
    worker: (options) => queueWorker({ ...options, names, version, log, seal, ready }),
    close: nats.close,
  }
}
