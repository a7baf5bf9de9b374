import { fileTooLarge, uploadBrokenOff } from '../errors.ts'

/** What may be said about a file at upload; it may come behind the bytes. */
export interface UploadDetails {
  readonly alt?: string
  readonly caption?: string
  readonly width?: number
  readonly height?: number
}

/** The bytes as they come, ended by the details. Without them the upload broke off. */
export type UploadPart = { readonly bytes: Uint8Array } | { readonly details: UploadDetails }

export interface Reception {
  /** At least `length` leading bytes, or all there are. Call it once, before `chunks`. */
  head(length: number): Promise<Uint8Array>
  /** All bytes, the head included. Ends when the details have come. */
  chunks(): AsyncIterable<Uint8Array>
  /** Known once `chunks` has ended. */
  details(): UploadDetails
  /** Lets the sender go. */
  close(): Promise<void>
}

/**
 * Counts the bytes of an upload as they come.
 * @throws FILE_TOO_LARGE as soon as the limit is passed, VALIDATION_ERROR when the parts end without details.
 */
export function receive(parts: AsyncIterable<UploadPart>, limit: number): Reception {
  const source = parts[Symbol.asyncIterator]()
  const waiting: Uint8Array[] = []
  let size = 0
  let details: UploadDetails | undefined

  async function next(): Promise<Uint8Array | undefined> {
    if (details) return undefined
    const { done, value } = await source.next()
    if (done) throw uploadBrokenOff()
    if ('details' in value) {
      details = value.details
      return undefined
    }
    size += value.bytes.length
    if (size > limit) throw fileTooLarge(limit)
    return value.bytes
  }

  return {
    async head(length) {
      while (size < length) {
        const chunk = await next()
        if (!chunk) break
        waiting.push(chunk)
      }
      return joined(waiting, Math.min(size, length))
    },
    async *chunks() {
      yield* waiting.splice(0)
      for (let chunk = await next(); chunk; chunk = await next()) yield chunk
    },
    details: () => details ?? {},
    close: async () => {
      await source.return?.()
    },
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk.subarray(0, length - at), at)
    at += Math.min(chunk.length, length - at)
  }
  return all
}
