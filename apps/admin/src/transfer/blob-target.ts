/**
 * Chunks are held in memory up to this many bytes, then combined into a blob, which the browser may store on
 * disk.
 */
const partBytes = 8 * 2 ** 20

export interface BlobTarget {
  readonly stream: WritableStream<Uint8Array>
  /** Returns all data written so far. */
  blob(): Blob
}

/** Collects a stream in a blob, for browsers that cannot write to a file on disk. */
export function blobTarget(): BlobTarget {
  const parts: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const flush = () => {
    parts.push(new Blob(chunks))
    chunks = []
    bytes = 0
  }
  return {
    stream: new WritableStream({
      write(chunk) {
        chunks.push(chunk.slice())
        bytes += chunk.length
        if (bytes >= partBytes) flush()
      },
    }),
    blob() {
      flush()
      return new Blob(parts, { type: 'application/zip' })
    },
  }
}
