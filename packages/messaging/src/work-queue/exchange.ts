/** Questions of workers and answers of any size, over plain NATS: bytes that exceed a message are split. */
import { randomUUID } from 'node:crypto'
import {
  Empty,
  ErrorCode,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  NatsError,
  RequestStrategy,
} from 'nats'
import type { Seal } from './seal.ts'

/** No process offers that job any more. */
export class JobOver extends Error {}

/** How one job is talked about. */
export interface Channel {
  readonly connection: NatsConnection
  readonly seal: Seal
  readonly job: string
  readonly subject: string
}

export interface Question {
  readonly op: 'frame' | 'input' | 'result'
  readonly worker: string
  readonly task?: string
}

const answerWithinMs = 10_000
const mostBytes = 512 * 1024
/** Of one answer or result: 512 MiB. */
export const mostParts = 1024
/** What the headers of a message take. */
const spareBytes = 4 * 1024

const partBytes = (connection: NatsConnection): number =>
  Math.min(mostBytes, (connection.info?.max_payload ?? mostBytes) - spareBytes)

function* partsOf(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const fieldsOf = (fields: Readonly<Record<string, string>>): MsgHdrs => {
  const made = headers()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  return made
}

/** What a signature binds a message to. */
const aboutOf = (job: string, { op, task = '', worker }: Question): readonly string[] => [
  job,
  op,
  task,
  worker,
]

const fieldOf = ({ headers: fields }: Msg, name: string): string => fields?.get(name) ?? ''

const questionOf = (message: Msg): Question => ({
  op: fieldOf(message, 'op') as Question['op'],
  task: fieldOf(message, 'task'),
  worker: fieldOf(message, 'worker'),
})

/** Asks and collects the parts of the answer; undefined is an answer too. @throws JobOver */
export async function ask(channel: Channel, question: Question): Promise<Uint8Array | undefined> {
  const { connection, seal, job, subject } = channel
  const signature = seal.sign(['question', ...aboutOf(job, question)])
  const options = {
    strategy: RequestStrategy.SentinelMsg,
    maxWait: answerWithinMs,
    headers: fieldsOf({ ...question, signature }),
  }
  const parts: Uint8Array[] = []
  try {
    for await (const message of await connection.requestMany(subject, Empty, options)) {
      if (message.data.length === 0) return closing(channel, question, message, parts)
      if (parts.length >= mostParts) throw new Error('the answer is too large')
      parts.push(message.data)
    }
  } catch (error) {
    throw isNobody(error) ? new JobOver() : error
  }
  throw new Error('the process that offers the job did not answer in time')
}

/** The empty message after the parts says what they were, and is signed with them. */
function closing(
  { seal, job }: Channel,
  question: Question,
  message: Msg,
  parts: readonly Uint8Array[],
): Uint8Array | undefined {
  if (message.headers?.status === ErrorCode.NoResponders) throw new JobOver()
  const kind = fieldOf(message, 'answer')
  const bytes = Buffer.concat(parts)
  if (!seal.accepts(fieldOf(message, 'signature'), ['answer', ...aboutOf(job, question), kind], bytes))
    throw new Error('an answer was not signed by the process that offers the job')
  if (kind === 'none') return undefined
  if (kind !== 'whole') throw new Error('the process that offers the job could not answer')
  return bytes
}

/** Answers what `ask` asked; undefined fails the question. */
export function answer(
  { connection, seal, job }: Channel,
  question: Msg,
  found: { readonly bytes: Uint8Array | undefined } | undefined,
): void {
  if (!question.reply) return
  const bytes = found?.bytes
  if (bytes)
    for (const part of partsOf(bytes, partBytes(connection))) connection.publish(question.reply, part)
  const kind = found ? (bytes ? 'whole' : 'none') : 'failed'
  const signature = seal.sign(['answer', ...aboutOf(job, questionOf(question)), kind], bytes)
  connection.publish(question.reply, Empty, { headers: fieldsOf({ answer: kind, signature }) })
}

/** Hands bytes in and waits until they were taken. @throws JobOver */
export async function handIn(channel: Channel, question: Question, bytes: Uint8Array): Promise<void> {
  const { connection, seal, job, subject } = channel
  const parts = [...partsOf(bytes, partBytes(connection))]
  if (parts.length > mostParts) throw new Error('the result is too large')
  const parcel = randomUUID()
  const fields = (op: string, part: Uint8Array, index: number) => {
    const about = { ...question, op, parcel, index: String(index), parts: String(parts.length) }
    return { headers: fieldsOf({ ...about, signature: seal.sign(partAbout(job, about), part) }) }
  }
  const last = parts.at(-1) ?? Empty
  for (const [index, part] of parts.slice(0, -1).entries())
    connection.publish(subject, part, fields('part', part, index))
  try {
    const options = { timeout: answerWithinMs, ...fields('result', last, Math.max(0, parts.length - 1)) }
    const taken = await connection.request(subject, last, options)
    if (closing(channel, question, taken, []) !== undefined)
      throw new Error('the process that offers the job could not take a result')
  } catch (error) {
    throw isNobody(error) ? new JobOver() : error
  }
}

interface PartFields extends Question {
  readonly parcel: string
  readonly index: string
  readonly parts: string
}

const partAbout = (
  job: string,
  fields: Omit<PartFields, 'op'> & { readonly op: string },
): readonly string[] => [
  fields.op,
  ...aboutOf(job, { ...fields, op: 'result' }),
  ...[fields.parcel, fields.index, fields.parts],
]

/** Whether one of the workers wrote that message, for this job. */
export function isGenuine({ seal, job }: Channel, message: Msg): boolean {
  const question = questionOf(message)
  const signature = fieldOf(message, 'signature')
  const op: string = question.op
  if (op !== 'part' && op !== 'result')
    return seal.accepts(signature, ['question', ...aboutOf(job, question)])
  const fields = {
    parcel: fieldOf(message, 'parcel'),
    index: fieldOf(message, 'index'),
    parts: fieldOf(message, 'parts'),
  }
  return seal.accepts(signature, partAbout(job, { ...question, ...fields }), message.data)
}

const isNobody = (error: unknown): boolean =>
  error instanceof NatsError && error.code === ErrorCode.NoResponders
