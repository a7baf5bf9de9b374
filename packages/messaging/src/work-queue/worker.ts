import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { gauge } from '@typecase/runtime/telemetry'
import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg, NatsConnection } from 'nats'
import { queueDepth } from './depth.ts'
import { ask, type Channel, handIn, JobOver } from './exchange.ts'
import { type Ticket, ticketAbout } from './offer.ts'
import type { WorkerOptions } from './port.ts'
import type { Seal } from './seal.ts'
import { ackWaitMs, type QueueNames } from './stream.ts'

export interface WorkerSettings extends WorkerOptions {
  readonly names: QueueNames
  readonly version: string
  readonly log: Logger
  readonly seal: Seal
  /** Connects and makes sure of the queue. @throws BUS_UNAVAILABLE */
  readonly ready: () => Promise<{ connection: NatsConnection; jsm: JetStreamManager; js: JetStreamClient }>
}

class Stopped extends Error {}

const patienceMs = 5_000
const pauseMs = 1_000
const observeEveryMs = 10_000

const waiting = gauge('typecase_work_queue_tasks', 'Tasks that wait or are done by others than their owner', ['queue'])
const oldest = gauge('typecase_work_queue_oldest_seconds', 'Age of the oldest task that waits or is done', ['queue'])

/** Draws tickets and does their tasks, in several slots, while this process has time for others. */
export function queueWorker({ names, version, log, seal, ready, ...options }: WorkerSettings): Part {
  const stopping = new AbortController()
  const pulls = new Set<ConsumerMessages>()
  /** That of the last job; another job has another. */
  let frame: { readonly job: string; readonly bytes: Promise<Uint8Array> } | undefined
  let newest = 0
  let running: Promise<unknown> = Promise.resolve()
  let observing: NodeJS.Timeout | undefined

  async function slot(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await unlessStopped(options.free())
        const { connection, js } = await ready()
        await drawUntilIdle(connection, js)
      } catch (error) {
        if (stopping.signal.aborted) return
        log.debug({ error, queue: names.stream }, 'a worker of the queue was interrupted; trying again')
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  /** A pull that stays empty may mean that the queue is gone, so the next round makes sure of it. */
  async function drawUntilIdle(connection: NatsConnection, js: JetStreamClient): Promise<void> {
    const consumer = await js.consumers.get(names.stream, names.consumer)
    const tries = (await consumer.info(true)).config.max_deliver ?? -1
    for (let got = 1; got > 0 && !stopping.signal.aborted && options.isFree(); ) {
      got = 0
      const pull = await consumer.fetch({ max_messages: 1, expires: patienceMs })
      pulls.add(pull)
      if (stopping.signal.aborted) pull.stop()
      try {
        for await (const message of pull) {
          got++
          await draw(connection, message, tries)
        }
      } finally {
        pulls.delete(pull)
      }
    }
  }

  /** Each is drawn `tries` times at most: what is given back then would lie there, and nobody would get it. */
  async function draw(connection: NatsConnection, message: JsMsg, tries: number): Promise<void> {
    const giveBack = (delayMs?: number) => (message.info.deliveryCount === tries ? message.term() : message.nak(delayMs))
    const ticket = ticketOf(message)
    if (!ticket) return message.term()
    if (ticket.token < newest) return message.ack()
    if (stopping.signal.aborted || !options.isFree()) return giveBack()
    if (ticket.version !== version) return giveBack(pauseMs)
    newest = ticket.token
    const beat = setInterval(() => {
      if (!connection.isClosed()) message.working()
    }, ackWaitMs / 3)
    try {
      await perform(connection, ticket)
      message.ack()
    } catch (error) {
      if (error instanceof JobOver) return message.ack()
      if (stopping.signal.aborted) return giveBack()
      log.warn({ error, queue: names.stream }, 'a task of another process could not be done; somebody else does it')
      giveBack(pauseMs)
    } finally {
      clearInterval(beat)
    }
  }

  /** Undefined for what none of ours has written. */
  function ticketOf(message: JsMsg): Ticket | undefined {
    try {
      const { job, task, token, version: made, signature } = message.json<Partial<Ticket> & { signature?: unknown }>()
      if (typeof job === 'string' && typeof task === 'number' && typeof token === 'number' && typeof made === 'string') {
        const ticket = { job, task, token, version: made }
        return seal.accepts(typeof signature === 'string' ? signature : undefined, ticketAbout(ticket)) ? ticket : undefined
      }
    } catch (error) {
      log.debug({ error, queue: names.stream }, 'a message of the queue can not be read')
    }
    log.warn({ queue: names.stream, sequence: message.seq }, 'a message of the queue is no task; it is dropped')
    return undefined
  }

  async function perform(connection: NatsConnection, { job, task }: Ticket): Promise<void> {
    const channel = { connection, seal, job, subject: names.job(job) }
    const about = { task: String(task), worker: options.id }
    const input = await unlessStopped(ask(channel, { ...about, op: 'input' }))
    if (!input) return
    const result = await options.work({ job, input, signal: stopping.signal, frame: () => unlessStopped(frameOf(channel)) })
    await unlessStopped(handIn(channel, { ...about, op: 'result' }, result))
  }

  function frameOf(channel: Channel): Promise<Uint8Array> {
    const { job } = channel
    if (frame?.job === job) return frame.bytes
    const bytes = ask(channel, { op: 'frame', worker: options.id }).then((found) => {
      if (!found) throw new JobOver()
      return found
    })
    const asked = { job, bytes }
    frame = asked
    bytes.catch(() => {
      if (frame === asked) frame = undefined
    })
    return bytes
  }

  const unlessStopped = <T>(work: Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const stop = () => reject(new Stopped())
      if (stopping.signal.aborted) stop()
      stopping.signal.addEventListener('abort', stop, { once: true })
      work.then(resolve, reject).finally(() => stopping.signal.removeEventListener('abort', stop))
    })

  async function observe(): Promise<void> {
    const { jsm } = await ready()
    const { tasks, since } = await queueDepth(jsm, names)
    waiting.set({ queue: names.stream }, tasks)
    oldest.set({ queue: names.stream }, since ? Math.max(0, (Date.now() - since.getTime()) / 1000) : 0)
  }

  return {
    name: `worker of the queue ${names.stream}`,
    start: async () => {
      running = Promise.all(Array.from({ length: options.slots }, slot))
      observing = setInterval(() => {
        observe().catch((error: unknown) => log.debug({ error }, 'the queue could not be measured'))
      }, observeEveryMs).unref()
    },
    stop: async () => {
      clearInterval(observing)
      stopping.abort()
      for (const pull of pulls) pull.stop()
      await running
    },
  }
}
