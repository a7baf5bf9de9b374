import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@typecase/runtime/log'
import {
  ErrorCode,
  type JetStreamClient,
  type JetStreamManager,
  type Msg,
  type NatsConnection,
  NatsError,
} from 'nats'
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
export function offerJob(options: OfferSettings, job: Job): Offer {
  const offer = new JobOffer(options, job)
  const subscription = offer.connection.subscribe(offer.channel.subject, {
    callback: (error, message) => {
      if (!error)
        offer
          .serve(message)
          .catch((failed: unknown) => offer.log.debug({ error: failed }, 'a worker got no answer'))
    },
  })
  const putting = offer
    .putTickets()
    .catch((error: unknown) =>
      offer.log.warn({ error }, 'tasks could not be offered to others; they are done here'),
    )

  return {
    async close() {
      offer.isOpen = false
      // Questions that are on their way are answered: nobody waits for this job.
      if (!offer.connection.isClosed()) await subscription.drain().catch(() => undefined)
      await putting
      // What stays is dropped by the worker that draws it.
      await offer
        .takeBack()
        .catch((error: unknown) => offer.log.debug({ error }, 'tickets were left in the queue'))
    },
  }
}

class JobOffer {
  readonly connection
  readonly jsm
  readonly js
  readonly names
  readonly version
  readonly log
  readonly seal
  readonly job
  readonly channel: Channel
  frame: Promise<Uint8Array> | undefined
  readonly id = randomUUID()
  readonly begun = parcels()
  isOpen = true
  /** Their places in the stream. */
  readonly tickets: number[] = []

  constructor({ connection, jsm, js, names, version, log, seal }: OfferSettings, job: Job) {
    this.connection = connection
    this.jsm = jsm
    this.js = js
    this.names = names
    this.version = version
    this.log = log
    this.seal = seal
    this.job = job

    this.channel = {
      connection: this.connection,
      seal: this.seal,
      job: this.id,
      subject: this.names.job(this.id),
    }
  }

  async found(message: Msg): Promise<{ readonly bytes: Uint8Array | undefined } | undefined> {
    const [task, worker] = [Number(message.headers?.get('task')), message.headers?.get('worker') ?? '']
    switch (message.headers?.get('op')) {
      case 'frame':
        this.frame ??= this.job.frame()
        return { bytes: await this.frame }
      case 'input':
        return { bytes: await this.job.input(task, worker) }
      case 'result': {
        const result = this.begun.whole(message)
        if (!result) return undefined
        await this.job.result(task, result, worker)
        return { bytes: undefined }
      }
      default:
        return undefined
    }
  }

  async serve(message: Msg): Promise<void> {
    if (!isGenuine(this.channel, message)) return
    if (message.headers?.get('op') === 'part') return this.begun.part(message)
    const reply = await (this.isOpen ? this.found(message) : over).catch((error: unknown) => {
      this.log.warn(
        { error, queue: this.names.stream },
        'a question of a worker could not be answered; its task is done here',
      )
      return undefined
    })
    if (!this.connection.isClosed()) answer(this.channel, message, reply)
  }

  async putTickets(): Promise<void> {
    for (let first = 0; first < this.job.tasks && this.isOpen; first += ticketsAtOnce) {
      const some = Array.from(
        { length: Math.min(ticketsAtOnce, this.job.tasks - first) },
        (_, at) => first + at,
      )
      const puts = await Promise.allSettled(
        some.map((task) => this.put({ job: this.id, token: this.job.token, task, version: this.version })),
      )
      const failed = puts.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    }
  }

  /** Retries while replicas of the stream elect a leader, at most until the job is over. */
  async whileLeaderless<T>(publish: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await publish()
      } catch (error) {
        if (!this.isOpen || !isUnanswered(error)) throw error
        await sleep(retryAfterMs)
      }
    }
  }

  async put(ticket: Ticket): Promise<void> {
    const options = {
      timeout: confirmWithinMs,
      expect: { streamName: this.names.stream },
      msgID: `${this.id}.${ticket.task}`,
    }
    const signed = { ...ticket, signature: this.seal.sign(ticketAbout(ticket)) }
    const { seq } = await this.whileLeaderless(() =>
      this.js.publish(this.names.tickets(this.id), JSON.stringify(signed), options),
    )
    this.tickets.push(seq)
  }

  /** One by one: where NATS 2.9 purges those of one subject, the consumer passes over all others too, and nobody draws the tickets of other jobs any more. */
  async takeBack(): Promise<void> {
    while (this.tickets.length > 0)
      await Promise.all(
        this.tickets
          .splice(0, ticketsAtOnce)
          .map((seq) => this.jsm.streams.deleteMessage(this.names.stream, seq, false).catch(unlessRefused)),
      )
  }
}

/** No replica leads the stream, or the one that led it has ended. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof NatsError && (error.code === ErrorCode.NoResponders || error.code === ErrorCode.Timeout)

/** The server refuses to delete what is done and gone. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof NatsError) || !error.api_error) throw error
}
