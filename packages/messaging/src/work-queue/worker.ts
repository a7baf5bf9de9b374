import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { gauge } from '@typecase/runtime/telemetry'
import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg, NatsConnection } from 'nats'
import { queueDepth } from './depth.ts'
import { ask, type Channel, JobClosed, sendResult } from './exchange.ts'
import { signedTaskFields, type TaskMessage } from './offer.ts'
import type { WorkerOptions } from './port.ts'
import type { Seal } from './seal.ts'
import { ackWaitMs, type QueueNames } from './stream.ts'

export interface WorkerSettings extends WorkerOptions {
  readonly names: QueueNames
  readonly version: string
  readonly log: Logger
  readonly seal: Seal
  /** Connects and ensures that the queue exists. @throws BUS_UNAVAILABLE */
  readonly ready: () => Promise<{ connection: NatsConnection; jsm: JetStreamManager; js: JetStreamClient }>
}

class Stopped extends Error {}

const pullTimeoutMs = 5_000
const pauseMs = 1_000
const observeEveryMs = 10_000

const waiting = gauge('typecase_work_queue_tasks', 'Tasks that are waiting or in progress', ['queue'])
const oldest = gauge(
  'typecase_work_queue_oldest_seconds',
  'Age of the oldest task that is waiting or in progress',
  ['queue'],
)

/** Receives and does tasks in several slots, while this process has capacity. */
export function queueWorker(given: WorkerSettings): Part {
  const worker = new QueueWorker(given)
  let running: Promise<unknown> = Promise.resolve()
  let observing: NodeJS.Timeout | undefined

  return {
    name: `worker of the queue ${worker.names.stream}`,
    start: async () => {
      running = Promise.all(Array.from({ length: worker.options.slots }, worker.slot))
      observing = setInterval(() => {
        worker
          .observe()
          .catch((error: unknown) => worker.log.debug({ error }, 'metrics of the queue could not be read'))
      }, observeEveryMs).unref()
    },
    stop: async () => {
      clearInterval(observing)
      worker.stopping.abort()
      for (const pull of worker.pulls) pull.stop()
      await running
    },
  }
}

class QueueWorker {
  readonly names
  readonly version
  readonly log
  readonly seal
  readonly ready
  readonly options
  /** Shared input of the last job. */
  frame: { readonly job: string; readonly bytes: Promise<Uint8Array> } | undefined
  readonly stopping = new AbortController()
  readonly pulls = new Set<ConsumerMessages>()
  newestToken = 0

  constructor({ names, version, log, seal, ready, ...options }: WorkerSettings) {
    this.names = names
    this.version = version
    this.log = log
    this.seal = seal
    this.ready = ready
    this.options = options
  }

  readonly slot = async (): Promise<void> => {
    while (!this.stopping.signal.aborted) {
      try {
        await this.unlessStopped(this.options.free())
        const { connection, js } = await this.ready()
        await this.receiveUntilIdle(connection, js)
      } catch (error) {
        if (this.stopping.signal.aborted) return
        this.log.debug({ error, queue: this.names.stream }, 'a queue worker failed; it retries')
        await sleep(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined)
      }
    }
  }

  /** Returns after an empty pull, because the queue may have been deleted: the next round recreates it. */
  async receiveUntilIdle(connection: NatsConnection, js: JetStreamClient): Promise<void> {
    const consumer = await js.consumers.get(this.names.stream, this.names.consumer)
    const tries = (await consumer.info(true)).config.max_deliver ?? -1
    for (let got = 1; got > 0 && !this.stopping.signal.aborted && this.options.isFree(); ) {
      got = 0
      const pull = await consumer.fetch({ max_messages: 1, expires: pullTimeoutMs })
      this.pulls.add(pull)
      if (this.stopping.signal.aborted) pull.stop()
      try {
        for await (const message of pull) {
          got++
          await this.receive(connection, message, tries)
        }
      } finally {
        this.pulls.delete(pull)
      }
    }
  }

  /** Terminates a message at the last of `tries` deliveries. Otherwise it would stay in the stream. */
  async receive(connection: NatsConnection, message: JsMsg, tries: number): Promise<void> {
    const release = (delayMs?: number) =>
      message.info.deliveryCount === tries ? message.term() : message.nak(delayMs)
    const received = this.taskOf(message)
    if (!received) return message.term()
    if (received.token < this.newestToken) return message.ack()
    if (this.stopping.signal.aborted || !this.options.isFree()) return release()
    if (received.version !== this.version) return release(pauseMs)
    this.newestToken = received.token
    const beat = setInterval(() => {
      if (!connection.isClosed()) message.working()
    }, ackWaitMs / 3)
    try {
      await this.perform(connection, received)
      message.ack()
    } catch (error) {
      if (error instanceof JobClosed) return message.ack()
      if (this.stopping.signal.aborted) return release()
      this.log.warn(
        { error, queue: this.names.stream },
        'a task of another process failed; another worker retries it',
      )
      release(pauseMs)
    } finally {
      clearInterval(beat)
    }
  }

  /** Undefined for a malformed message and for one without a valid signature. */
  taskOf(message: JsMsg): TaskMessage | undefined {
    try {
      const {
        job,
        task,
        token,
        version: codeVersion,
        signature,
      } = message.json<Partial<TaskMessage> & { signature?: unknown }>()
      if (
        typeof job === 'string' &&
        typeof task === 'number' &&
        typeof token === 'number' &&
        typeof codeVersion === 'string'
      ) {
        const received = { job, task, token, version: codeVersion }
        return this.seal.accepts(
          typeof signature === 'string' ? signature : undefined,
          signedTaskFields(received),
        )
          ? received
          : undefined
      }
    } catch (error) {
      this.log.debug({ error, queue: this.names.stream }, 'a queue message cannot be parsed')
    }
    this.log.warn(
      { queue: this.names.stream, sequence: message.seq },
      'a queue message is not a valid signed task; it is discarded',
    )
    return undefined
  }

  async perform(connection: NatsConnection, { job, task }: TaskMessage): Promise<void> {
    const channel = { connection, seal: this.seal, job, subject: this.names.job(job) }
    const about = { task: String(task), worker: this.options.id }
    const input = await this.unlessStopped(ask(channel, { ...about, op: 'input' }))
    if (!input) return
    const result = await this.options.work({
      job,
      input,
      signal: this.stopping.signal,
      frame: () => this.unlessStopped(this.frameOf(channel)),
    })
    await this.unlessStopped(sendResult(channel, { ...about, op: 'result' }, result))
  }

  frameOf(channel: Channel): Promise<Uint8Array> {
    const { job } = channel
    if (this.frame?.job === job) return this.frame.bytes
    const bytes = ask(channel, { op: 'frame', worker: this.options.id }).then((found) => {
      if (!found) throw new JobClosed()
      return found
    })
    const asked = { job, bytes }
    this.frame = asked
    bytes.catch(() => {
      if (this.frame === asked) this.frame = undefined
    })
    return bytes
  }

  unlessStopped<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const stop = () => reject(new Stopped())
      if (this.stopping.signal.aborted) stop()
      this.stopping.signal.addEventListener('abort', stop, { once: true })
      work.then(resolve, reject).finally(() => this.stopping.signal.removeEventListener('abort', stop))
    })
  }

  async observe(): Promise<void> {
    const { jsm } = await this.ready()
    const { tasks, since } = await queueDepth(jsm, this.names)
    waiting.set({ queue: this.names.stream }, tasks)
    oldest.set({ queue: this.names.stream }, since ? Math.max(0, (Date.now() - since.getTime()) / 1000) : 0)
  }
}
