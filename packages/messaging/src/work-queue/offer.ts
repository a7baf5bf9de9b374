import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@typecase/runtime/log'
import { ErrorCode, type JetStreamClient, type JetStreamManager, type Msg, type NatsConnection, NatsError } from 'nats'
import { answer, type Channel, isGenuine } from './exchange.ts'
import { parcels } from './parcels.ts'
import type { Job, Offer } from './port.ts'
import type { Seal } from './seal.ts'
import type { QueueNames } from './stream.ts'

export interface Ticket {
  readonly job: string
  readonly token: number
  readonly task: number
  /** Only workers with the same one do the task. */
  readonly version: string
}

/** What the signature of a ticket binds. */
export const ticketAbout = ({ job, token, task, version }: Ticket): readonly string[] => [
  ...['ticket', job, String(token), String(task), version],
]

export interface OfferSettings {
  readonly seal: Seal
  readonly connection: NatsConnection
  readonly jsm: JetStreamManager
  readonly js: JetStreamClient
  readonly names: QueueNames
  readonly version: string
  readonly log: Logger
}

/** No input is needed any more, no result either. */
const over = Promise.resolve({ bytes: undefined })
const ticketsAtOnce = 128
/** Milliseconds until the queue must have taken a ticket. */
const confirmWithinMs = 5_000
const retryAfterMs = 500

/** Answers the questions of workers and puts a ticket for every task into the queue, behind the caller's back. */
export function offerJob({ connection, jsm, js, names, version, log, seal }: OfferSettings, job: Job): Offer {
  const id = randomUUID()
  const channel: Channel = { connection, seal, job: id, subject: names.job(id) }
  const begun = parcels()
  let isOpen = true
  let frame: Promise<Uint8Array> | undefined

  async function found(message: Msg): Promise<{ readonly bytes: Uint8Array | undefined } | undefined> {
    const [task, worker] = [Number(message.headers?.get('task')), message.headers?.get('worker') ?? '']
    switch (message.headers?.get('op')) {
      case 'frame':
        frame ??= job.frame()
        return { bytes: await frame }
      case 'input':
        return { bytes: await job.input(task, worker) }
      case 'result': {
        const result = begun.whole(message)
        if (!result) return undefined
        await job.result(task, result, worker)
        return { bytes: undefined }
      }
      default:
        return undefined
    }
  }

  const serve = async (message: Msg): Promise<void> => {
    if (!isGenuine(channel, message)) return
    if (message.headers?.get('op') === 'part') return begun.part(message)
    const reply = await (isOpen ? found(message) : over).catch((error: unknown) => {
      log.warn({ error, queue: names.stream }, 'a question of a worker could not be answered; its task is done here')
      return undefined
    })
    if (!connection.isClosed()) answer(channel, message, reply)
  }
  const subscription = connection.subscribe(channel.subject, {
    callback: (error, message) => {
      if (!error) serve(message).catch((failed: unknown) => log.debug({ error: failed }, 'a worker got no answer'))
    },
  })

  /** Their places in the stream. */
  const tickets: number[] = []
  async function putTickets(): Promise<void> {
    for (let first = 0; first < job.tasks && isOpen; first += ticketsAtOnce) {
      const some = Array.from({ length: Math.min(ticketsAtOnce, job.tasks - first) }, (_, at) => first + at)
      const puts = await Promise.allSettled(some.map((task) => put({ job: id, token: job.token, task, version })))
      const failed = puts.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    }
  }
  /** Retries while replicas of the stream elect a leader, at most until the job is over. */
  async function whileLeaderless<T>(publish: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await publish()
      } catch (error) {
        if (!isOpen || !isUnanswered(error)) throw error
        await sleep(retryAfterMs)
      }
    }
  }
  async function put(ticket: Ticket): Promise<void> {
    const options = { timeout: confirmWithinMs, expect: { streamName: names.stream }, msgID: `${id}.${ticket.task}` }
    const signed = { ...ticket, signature: seal.sign(ticketAbout(ticket)) }
    const { seq } = await whileLeaderless(() => js.publish(names.tickets(id), JSON.stringify(signed), options))
    tickets.push(seq)
  }
  /** One by one: where NATS 2.9 purges those of one subject, the consumer passes over all others too, and nobody draws the tickets of other jobs any more. */
  async function takeBack(): Promise<void> {
    while (tickets.length > 0)
      await Promise.all(
        tickets.splice(0, ticketsAtOnce).map((seq) => jsm.streams.deleteMessage(names.stream, seq, false).catch(unlessRefused)),
      )
  }
  const putting = putTickets().catch((error: unknown) => log.warn({ error }, 'tasks could not be offered to others; they are done here'))

  return {
    async close() {
      isOpen = false
      // Questions that are on their way are answered: nobody waits for this job.
      if (!connection.isClosed()) await subscription.drain().catch(() => undefined)
      await putting
      // What stays is dropped by the worker that draws it.
      await takeBack().catch((error: unknown) => log.debug({ error }, 'tickets were left in the queue'))
    },
  }
}

/** No replica leads the stream, or the one that led it has ended. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof NatsError && (error.code === ErrorCode.NoResponders || error.code === ErrorCode.Timeout)

/** The server refuses to delete what is done and gone. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof NatsError) || !error.api_error) throw error
}
