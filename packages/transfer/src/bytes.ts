/** Bytes and streams of bytes, for browsers and Node. */

/** Streams of Node have this type too. */
export type ByteStream = AsyncIterable<Uint8Array>

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Decodes UTF-8. Keeps a byte order mark, so that the text can be written with the same bytes. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

export async function collect(stream: ByteStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Replaces `for await` over a web stream, which some browsers lack. Cancels the stream at an early exit. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}
