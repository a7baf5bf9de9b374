/**
 * HTML on its way from a renderer process: through a pipe of its own, page behind page, while a message says how long each is. In the
 * message it would be put together, taken apart and copied page by page, in memory beside the heap that lies about until that is collected.
 */
import type { Readable } from 'node:stream'
import type { HtmlBuffers } from './html-buffers.ts'
import { writeAll } from './write-all.ts'

/** The pipe among the files that a renderer process is started with. */
export const htmlPipe = 4

/** Writes all of it, waits while the other end has no room, and gives the memory back. @throws the error of the system when that is gone */
export function writeHtml(pages: readonly Uint8Array[]): void {
  writeAll(htmlPipe, pages)
  for (const page of pages) release(page)
}

export interface HtmlReader {
  /** The next so many bytes, once they are there, in memory that nobody else has. @throws RangeError for what is no length, or too much */
  next(length: number): Promise<Uint8Array>
}

/** The other end. What comes is copied once; the memory that it came in is given back at once. */
export function htmlReader(pipe: Readable, buffers: Pick<HtmlBuffers, 'take'>): HtmlReader {
  const asked: { readonly length: number; resolve(bytes: Uint8Array): void; reject(error: unknown): void }[] =
    []
  const chunks: Uint8Array[] = []
  let there = 0
  /** Bytes of the first chunk that were taken before. */
  let used = 0

  function taken(length: number): Uint8Array {
    const bytes = buffers.take(length)
    there -= length
    for (let at = 0, chunk = chunks[0]; chunk && at < length; chunk = chunks[0]) {
      const part = chunk.subarray(used, used + length - at)
      bytes.set(part, at)
      at += part.length
      used += part.length
      if (used < chunk.length) break
      chunks.shift()
      used = 0
      release(chunk)
    }
    return bytes
  }

  function answer(): void {
    for (let [first] = asked; first && first.length <= there; [first] = asked) {
      asked.shift()
      try {
        first.resolve(taken(first.length))
      } catch (error) {
        // There may be no memory for it. Thrown where bytes come in, nobody would take it.
        first.reject(error)
      }
    }
  }

  pipe.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk)
    there += chunk.length
    answer()
  })
  return {
    next: (length) =>
      new Promise((resolve, reject) => {
        asked.push({ length: checkedLength(length), resolve, reject })
        answer()
      }),
  }
}

/** A length as another process told it. @throws RangeError */
export function checkedLength(told: unknown): number {
  if (typeof told === 'number' && Number.isSafeInteger(told) && told >= 0) return told
  throw new RangeError(`no text is ${String(told)} bytes long`)
}

/** It lies beside the heap: left to itself V8 keeps what a second makes until it collects the heap, and collects that for it. */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
