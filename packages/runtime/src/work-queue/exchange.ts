/** Questions of workers and answers of any size, over plain NATS: what a message can not hold goes in several. */
import { randomUUID } from 'node:crypto'
import { Empty, ErrorCode, headers, type Msg, type MsgHdrs, type NatsConnection, NatsError, RequestStrategy } from 'nats'

/** Nobody offers that job any more. */
export class JobOver extends Error {}

const answerWithinMs = 10_000
const mostBytes = 512 * 1024
/** What the headers of a message take. */
const spareBytes = 4 * 1024

const partBytes = (connection: NatsConnection): number => Math.min(mostBytes, (connection.info?.max_payload ?? mostBytes) - spareBytes)

function* partsOf(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const fieldsOf = (fields: Readonly<Record<string, string>>): MsgHdrs => {
  const made = headers()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  return made
}

/** Asks and collects the parts of the answer; undefined is an answer too. @throws JobOver */
export async function ask(
  connection: NatsConnection,
  subject: string,
  fields: Readonly<Record<string, string>>,
): Promise<Uint8Array | undefined> {
  const options = { strategy: RequestStrategy.SentinelMsg, maxWait: answerWithinMs, headers: fieldsOf(fields) }
  const parts: Uint8Array[] = []
  try {
    for await (const message of await connection.requestMany(subject, Empty, options)) {
      if (message.data.length > 0) parts.push(message.data)
      else return closing(message, parts)
    }
  } catch (error) {
    throw isNobody(error) ? new JobOver() : error
  }
  throw new Error('the process that offers the job did not answer in time')
}

/** The empty message after the parts says what they were. */
function closing({ headers: told }: Msg, parts: readonly Uint8Array[]): Uint8Array | undefined {
  if (told?.status === ErrorCode.NoResponders) throw new JobOver()
  if (told?.get('answer') === 'none') return undefined
  if (told?.get('answer') !== 'whole') throw new Error('the process that offers the job could not answer')
  return Buffer.concat(parts)
}

/** Answers what `ask` asked; undefined fails the question. */
export function answer(connection: NatsConnection, question: Msg, found: { readonly bytes: Uint8Array | undefined } | undefined): void {
  if (!question.reply) return
  if (found?.bytes) for (const part of partsOf(found.bytes, partBytes(connection))) connection.publish(question.reply, part)
  const told = found ? (found.bytes ? 'whole' : 'none') : 'failed'
  connection.publish(question.reply, Empty, { headers: fieldsOf({ answer: told }) })
}

/** Hands bytes in and waits until they were taken. @throws JobOver */
export async function handIn(
  connection: NatsConnection,
  subject: string,
  fields: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Promise<void> {
  const parts = [...partsOf(bytes, partBytes(connection))]
  const about = { ...fields, parcel: randomUUID(), parts: String(parts.length) }
  const last = parts.pop() ?? Empty
  for (const part of parts) connection.publish(subject, part, { headers: fieldsOf({ ...about, op: 'part' }) })
  try {
    const taken = await connection.request(subject, last, { timeout: answerWithinMs, headers: fieldsOf({ ...about, op: 'result' }) })
    if (taken.headers?.get('answer') !== 'none') throw new Error('the process that offers the job could not take a result')
  } catch (error) {
    throw isNobody(error) ? new JobOver() : error
  }
}

/** Puts the parts of what is handed in together. */
export function parcels() {
  const begun = new Map<string, Uint8Array[]>()
  const partsOfParcel = ({ headers: told, data }: Msg) => {
    const id = told?.get('parcel') ?? ''
    const parts = [...(begun.get(id) ?? []), data]
    return { id, parts }
  }
  return {
    part(message: Msg): void {
      const { id, parts } = partsOfParcel(message)
      begun.set(id, parts)
    },
    /** The whole, with its last part; undefined when a part was lost. */
    whole(message: Msg): Uint8Array | undefined {
      const { id, parts } = partsOfParcel(message)
      begun.delete(id)
      return Math.max(1, Number(message.headers?.get('parts'))) === parts.length ? Buffer.concat(parts) : undefined
    },
  }
}

const isNobody = (error: unknown): boolean => error instanceof NatsError && error.code === ErrorCode.NoResponders
