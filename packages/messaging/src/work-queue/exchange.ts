/** Sends requests of workers, their replies and results over core NATS. Splits large payloads into parts. */
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

/** Thrown when no process offers the job. */
export class JobClosed extends Error {}

export interface Channel {
  readonly connection: NatsConnection
  readonly seal: Seal
  readonly job: string
  readonly subject: string
}

export interface Question {
  /** `frame` requests the input that all tasks of the job share; `input` requests the input of one task. */
  readonly op: 'frame' | 'input' | 'result'
  readonly worker: string
  readonly task?: string
}

const replyTimeoutMs = 10_000
const maxPartBytes = 512 * 1024
/** Maximum parts of one reply or result: 512 MiB in total. */
export const maxParts = 1024
/** Bytes of a message that are reserved for its headers. */
const headerBytes = 4 * 1024

const partBytes = (connection: NatsConnection): number =>
  Math.min(maxPartBytes, (connection.info?.max_payload ?? maxPartBytes) - headerBytes)

function* partsOf(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const fieldsOf = (fields: Readonly<Record<string, string>>): MsgHdrs => {
  const result = headers()
  for (const [name, value] of Object.entries(fields)) result.set(name, value)
  return result
}

/** Fields that a signature covers. */
const signedFieldsOf = (job: string, { op, task = '', worker }: Question): readonly string[] => [
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

/** Sends a request and joins the parts of its reply; undefined is a valid reply. @throws JobClosed */
export async function ask(channel: Channel, question: Question): Promise<Uint8Array | undefined> {
  const { connection, seal, job, subject } = channel
  const signature = seal.sign(['question', ...signedFieldsOf(job, question)])
  const options = {
    strategy: RequestStrategy.SentinelMsg,
    maxWait: replyTimeoutMs,
    headers: fieldsOf({ ...question, signature }),
  }
  const parts: Uint8Array[] = []
  try {
    for await (const message of await connection.requestMany(subject, Empty, options)) {
      if (message.data.length === 0) return endOfReply(channel, question, message, parts)
      if (parts.length >= maxParts) throw new Error('the reply is too large')
      parts.push(message.data)
    }
  } catch (error) {
    throw hasNoResponders(error) ? new JobClosed() : error
  }
  throw new Error('the process that offers the job did not reply in time')
}

/** An empty message follows the parts. Its headers name the kind of the reply and sign all parts. */
function endOfReply(
  { seal, job }: Channel,
  question: Question,
  message: Msg,
  parts: readonly Uint8Array[],
): Uint8Array | undefined {
  if (message.headers?.status === ErrorCode.NoResponders) throw new JobClosed()
  const kind = fieldOf(message, 'answer')
  const bytes = Buffer.concat(parts)
  if (!seal.accepts(fieldOf(message, 'signature'), ['answer', ...signedFieldsOf(job, question), kind], bytes))
    throw new Error('a reply was not signed by the process that offers the job')
  if (kind === 'none') return undefined
  if (kind !== 'whole') throw new Error('the process that offers the job could not reply')
  return bytes
}

/** Replies to `ask`. Without `found`, the reply reports an error; without `found.bytes`, it has no bytes. */
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
  const signature = seal.sign(['answer', ...signedFieldsOf(job, questionOf(question)), kind], bytes)
  connection.publish(question.reply, Empty, { headers: fieldsOf({ answer: kind, signature }) })
}

/** Sends a result and waits for its acceptance. @throws JobClosed */
export async function sendResult(channel: Channel, question: Question, bytes: Uint8Array): Promise<void> {
  const { connection, seal, job, subject } = channel
  const parts = [...partsOf(bytes, partBytes(connection))]
  if (parts.length > maxParts) throw new Error('the result is too large')
  const parcel = randomUUID()
  const fields = (op: string, part: Uint8Array, index: number) => {
    const about = { ...question, op, parcel, index: String(index), parts: String(parts.length) }
    return { headers: fieldsOf({ ...about, signature: seal.sign(signedPartFields(job, about), part) }) }
  }
  const last = parts.at(-1) ?? Empty
  for (const [index, part] of parts.slice(0, -1).entries())
    connection.publish(subject, part, fields('part', part, index))
  try {
    const options = { timeout: replyTimeoutMs, ...fields('result', last, Math.max(0, parts.length - 1)) }
    const taken = await connection.request(subject, last, options)
    if (endOfReply(channel, question, taken, []) !== undefined)
      throw new Error('the process that offers the job could not accept a result')
  } catch (error) {
    throw hasNoResponders(error) ? new JobClosed() : error
  }
}

interface PartFields extends Question {
  /** Id of the result to which the part belongs. */
  readonly parcel: string
  readonly index: string
  readonly parts: string
}

const signedPartFields = (
  job: string,
  fields: Omit<PartFields, 'op'> & { readonly op: string },
): readonly string[] => [
  fields.op,
  ...signedFieldsOf(job, { ...fields, op: 'result' }),
  ...[fields.parcel, fields.index, fields.parts],
]

export function isSigned({ seal, job }: Channel, message: Msg): boolean {
  const question = questionOf(message)
  const signature = fieldOf(message, 'signature')
  const op: string = question.op
  if (op !== 'part' && op !== 'result')
    return seal.accepts(signature, ['question', ...signedFieldsOf(job, question)])
  const fields = {
    parcel: fieldOf(message, 'parcel'),
    index: fieldOf(message, 'index'),
    parts: fieldOf(message, 'parts'),
  }
  return seal.accepts(signature, signedPartFields(job, { ...question, ...fields }), message.data)
}

const hasNoResponders = (error: unknown): boolean =>
  error instanceof NatsError && error.code === ErrorCode.NoResponders
