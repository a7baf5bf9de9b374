/** The part of the protocol that runs in the sandboxed process: receives calls and answers them. */
import { readSync } from 'node:fs'
import process from 'node:process'
import { setImmediate } from 'node:timers'
import { deserialize, serialize } from 'node:v8'
import { type FrameKind, headLength, pipeNumber, readHead, release, writeHead } from './frames.ts'
import { writeAll } from './write-all.ts'

/** Bytes are sent after the answer, piece by piece. Their memory is freed once they are sent. */
export interface Answer<A> {
  readonly answer: A
  readonly bytes?: readonly Uint8Array[]
}

/** Returns one answer, or any number of parts. */
export type Handler<Q, A> = (
  question: Q,
  body: Buffer,
) => Answer<A> | Promise<Answer<A>> | AsyncIterable<Answer<A>>

/**
 * Answers calls one after the other until the pipe closes. A write blocks while the pipe is full, so the
 * handler produces parts only as fast as the service reads them. An error of the handler, including a stack
 * overflow, is sent as the answer.
 */
export function serve<Q, A>(handle: Handler<Q, A>): void {
  // A Ctrl-C reaches all processes of a terminal; the service decides when this process ends.
  process.on('SIGINT', () => undefined)
  write('ready', { answer: undefined })
  const next = async (): Promise<void> => {
    const call = readCall()
    if (!call) return process.exit(0)
    await answerCall(handle, call.question as Q, call.body)
    // Yields to the event loop between calls, so that V8 and native packages can run their own tasks.
    setImmediate(next)
  }
  setImmediate(next)
}

async function answerCall<Q, A>(handle: Handler<Q, A>, question: Q, body: Buffer): Promise<void> {
  let last: Answer<unknown> = { answer: undefined }
  try {
    const answered = handle(question, body)
    if (Symbol.asyncIterator in answered) for await (const part of answered) write('part', part)
    else last = await answered
  } catch (error) {
    return write('failed', { answer: error instanceof Error ? error.message : String(error) })
  }
  write('done', last)
}

function write(kind: FrameKind, { answer, bytes = [] }: Answer<unknown>): void {
  const message = serialize(answer)
  const length = bytes.reduce((sum, piece) => sum + piece.length, 0)
  writeAll(pipeNumber, [writeHead({ kind, message: message.length, bytes: length }), message, ...bytes])
  for (const piece of bytes) release(piece)
}

/** Undefined when the service has closed the pipe. */
function readCall(): { readonly question: unknown; readonly body: Buffer } | undefined {
  const chunks: Buffer[] = []
  for (;;) {
    const head = readExactly(headLength)
    if (!head) return undefined
    const { kind, message, bytes } = readHead(head)
    const text = readExactly(message)
    const chunk = readExactly(bytes)
    if (!text || !chunk) return undefined
    if (bytes > 0) chunks.push(chunk)
    if (kind !== 'call') continue
    const question: unknown = deserialize(text)
    release(text)
    const [only] = chunks
    return { question, body: only && chunks.length === 1 ? only : Buffer.concat(chunks) }
  }
}

function readExactly(length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let at = 0; at < length; ) {
    const read = readSync(pipeNumber, bytes, at, length - at, null)
    if (read === 0) return undefined
    at += read
  }
  return bytes
}
