/** Downloads media files that an export references by their URL on the old site. */
import type { ReadableStream } from 'node:stream/web'
import { type ByteStream, defaultLimits } from '@typecase/transfer'

/** Milliseconds to wait for the response headers of the old site. */
const answerMs = 30_000

/** @throws Error for an error status, a timeout or a file that is too large */
export async function download(url: string): Promise<ByteStream> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no response within ${answerMs / 1000} s`)), answerMs)
  const response = await fetch(url, { signal: late.signal }).finally(() => clearTimeout(timer))
  if (!response.ok || !response.body) throw new Error(`${url} returned ${response.status}`)
  return bounded(response.body as ReadableStream<Uint8Array>)
}

async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > defaultLimits.mediaBytes)
      throw new Error(`the file has more than ${defaultLimits.mediaBytes} bytes`)
    yield chunk
  }
}
