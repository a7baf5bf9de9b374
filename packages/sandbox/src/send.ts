/** Sends calls to a process. */
import type { Duplex } from 'node:stream'
import { release, writeHead } from './frames.ts'

/** Bytes that are sent with a call. */
export type Body = Uint8Array | AsyncIterable<Uint8Array>

/**
 * If more bytes than this wait in the pipe, the next chunk of a body is read only after the pipe has drained.
 */
const maxBuffered = 256 * 1024

/** Resolves when the call is written to the pipe, or the pipe is closed. @throws the errors of the body */
export async function sendCall(pipe: Duplex, message: Uint8Array, body: Body | undefined): Promise<void> {
  if (body instanceof Uint8Array) write(pipe, 'chunk', { bytes: body })
  else if (body) await sendChunks(pipe, body)
  write(pipe, 'call', { message })
}

/** Stops reading the body when the pipe closes, because a stalled body would otherwise block forever. */
async function sendChunks(pipe: Duplex, body: AsyncIterable<Uint8Array>): Promise<void> {
  const chunks = body[Symbol.asyncIterator]()
  const closed = Promise.withResolvers<undefined>()
  const onClose = () => closed.resolve(undefined)
  pipe.once('close', onClose)
  try {
    while (!pipe.destroyed) {
      const next = await Promise.race([chunks.next(), closed.promise])
      if (!next || next.done) return
      write(pipe, 'chunk', { bytes: next.value })
      if (pipe.writableLength > maxBuffered) await Promise.race([drained(pipe), closed.promise])
    }
  } finally {
    pipe.off('close', onClose)
    // Not awaited, because `return` of a stalled body may never resolve.
    chunks.return?.()?.catch(() => undefined)
  }
}

const drained = (pipe: Duplex) => new Promise<void>((resolve) => pipe.once('drain', resolve))

const empty = new Uint8Array()

/** Frees the memory of the message once it is sent. */
function write(
  pipe: Duplex,
  kind: 'chunk' | 'call',
  { message = empty, bytes = empty }: { readonly message?: Uint8Array; readonly bytes?: Uint8Array },
): void {
  if (pipe.destroyed) return
  pipe.cork()
  pipe.write(writeHead({ kind, message: message.length, bytes: bytes.length }))
  pipe.write(bytes)
  pipe.write(message, () => release(message))
  pipe.uncork()
}
