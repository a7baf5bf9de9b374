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
import { answer, type Channel, isSigned } from './exchange.ts'
import type { Job, Offer } from './port.ts'
import { resultParts } from './result-parts.ts'
import type { Seal } from './seal.ts'
import type { QueueNames } from './stream.ts'

export interface TaskMessage {
  readonly job: string
  readonly token: number
  readonly task: number
  /** Only workers with the same version do the task. */
  readonly version: string
}

/** Fields that the signature covers. 'ticket' is part of the wire format. */
export const signedTaskFields = ({ job, token, task, version }: TaskMessage): readonly string[] => [
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

const closedReply = Promise.resolve({ bytes: undefined })
const batchSize = 128
/** Milliseconds until the queue must acknowledge a task. */
const confirmWithinMs = 5_000
const retryMs = 500

/** Serves requests of workers and queues a message for every task in the background. */
export function offerJob(options: OfferSettings, job: Job): Offer {
  const offer = new JobOffer(options, job)
  const subscription = offer.connection.subscribe(offer.channel.subject, {
    callback: (error, message) => {
      if (!error)
        offer
          .serve(message)
          .catch((failed: unknown) =>
            offer.log.debug({ error: failed }, 'a request of a worker could not be answered'),
          )
    },
  })
  const queueing = offer
    .queueTasks()
    .catch((error: unknown) =>
      offer.log.warn({ error }, 'tasks could not be offered to other processes; this process does them'),
    )

  return {
    async close() {
      offer.isOpen = false
      // Drains the subscription, so that requests in flight still get a reply.
      if (!offer.connection.isClosed()) await subscription.drain().catch(() => undefined)
      await queueing
      // If this fails, workers that receive a remaining task of this job only acknowledge the task.
      await offer
        .withdraw()
        .catch((error: unknown) =>
          offer.log.debug({ error }, 'tasks of a closed job could not be removed from the queue'),
        )
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
  readonly parts = resultParts()
  isOpen = true
  /** Sequences of the task messages in the stream. */
  readonly sequences: number[] = []

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
        const result = this.parts.whole(message)
        if (!result) return undefined
        await this.job.result(task, result, worker)
        return { bytes: undefined }
      }
      default:
        return undefined
    }
  }

  async serve(message: Msg): Promise<void> {
    if (!isSigned(this.channel, message)) return
    if (message.headers?.get('op') === 'part') return this.parts.part(message)
    const reply = await (this.isOpen ? this.found(message) : closedReply).catch((error: unknown) => {
      this.log.warn(
        { error, queue: this.names.stream },
        'a request of a worker failed; this process does its task',
      )
      return undefined
    })
    if (!this.connection.isClosed()) answer(this.channel, message, reply)
  }

  async queueTasks(): Promise<void> {
    for (let first = 0; first < this.job.tasks && this.isOpen; first += batchSize) {
      const some = Array.from({ length: Math.min(batchSize, this.job.tasks - first) }, (_, at) => first + at)
      const puts = await Promise.allSettled(
        some.map((task) =>
          this.queueTask({ job: this.id, token: this.job.token, task, version: this.version }),
        ),
      )
      const failed = puts.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    }
  }

  /** Retries while replicas of the stream elect a leader, until the job is closed. */
  async retryWithoutLeader<T>(publish: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await publish()
      } catch (error) {
        if (!this.isOpen || !hasNoLeader(error)) throw error
        await sleep(retryMs)
      }
    }
  }

  async queueTask(message: TaskMessage): Promise<void> {
    const options = {
      timeout: confirmWithinMs,
      expect: { streamName: this.names.stream },
      msgID: `${this.id}.${message.task}`,
    }
    const signed = { ...message, signature: this.seal.sign(signedTaskFields(message)) }
    const { seq } = await this.retryWithoutLeader(() =>
      this.js.publish(this.names.tasks(this.id), JSON.stringify(signed), options),
    )
    this.sequences.push(seq)
  }

  /** Deletes messages one by one: after NATS 2.9 purges a subject, consumers skip messages of other jobs. */
  async withdraw(): Promise<void> {
    while (this.sequences.length > 0)
      await Promise.all(
        this.sequences
          .splice(0, batchSize)
          .map((seq) => this.jsm.streams.deleteMessage(this.names.stream, seq, false).catch(unlessRefused)),
      )
  }
}

/** True if the stream has no leader, or its leader has stopped. */
const hasNoLeader = (error: unknown): boolean =>
  error instanceof NatsError && (error.code === ErrorCode.NoResponders || error.code === ErrorCode.Timeout)

/** Ignores the server's refusal to delete a message: an acknowledged message no longer exists. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof NatsError) || !error.api_error) throw error
}
