/** Downloads media files of an export from the old site. */
import type { ReadableStream } from 'node:stream/web'
import { type ByteStream, defaultLimits } from '@typecase/transfer'

/** Milliseconds until the old site must respond. */
const answerMs = 30_000

/** @throws Error with the status, or for a file above the limit */
export async function download(url: string): Promise<ByteStream> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${answerMs / 1000} s`)), answerMs)
  const response = await fetch(url, { signal: late.signal }).finally(() => clearTimeout(timer))
  if (!response.ok || !response.body) throw new Error(`${url} answers ${response.status}`)
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
