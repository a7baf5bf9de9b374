import { fileTooLarge, uploadInterrupted } from '../errors.ts'

/** Metadata of an upload; may arrive after the bytes. */
export interface UploadDetails {
  readonly alt?: string
  readonly caption?: string
  readonly width?: number
  readonly height?: number
}

/** The bytes, followed by the details. Without details the upload was interrupted. */
export type UploadPart = { readonly bytes: Uint8Array } | { readonly details: UploadDetails }

export interface Reception {
  /** Returns the first `length` bytes, or all bytes of a shorter file. Call it once, before `chunks`. */
  head(length: number): Promise<Uint8Array>
  /** Yields all bytes, including the head, and ends once the details have arrived. */
  chunks(): AsyncIterable<Uint8Array>
  /** Reads all parts without storing them. */
  drain(): Promise<void>
  /** Available after `chunks` has ended. */
  details(): UploadDetails
  /** Stops reading, so that the sender of the parts can end. */
  close(): Promise<void>
}

/**
 * Receives an upload and counts its bytes.
 * @throws FILE_TOO_LARGE once the limit is exceeded, or VALIDATION_ERROR if the parts end without details
 */
export function receive(parts: AsyncIterable<UploadPart>, limit: number): Reception {
  const source = parts[Symbol.asyncIterator]()
  const waiting: Uint8Array[] = []
  let size = 0
  let details: UploadDetails | undefined

  async function next(): Promise<Uint8Array | undefined> {
    if (details) return undefined
    const { done, value } = await source.next()
    if (done) throw uploadInterrupted()
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
    drain: async () => {
      try {
        while (await next());
      } finally {
        await source.return?.()
      }
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
