/** Bytes at which chunks become a blob, which browsers may move to the disk. */
const partBytes = 8 * 2 ** 20

export interface BlobTarget {
  readonly stream: WritableStream<Uint8Array>
  /** All written bytes. */
  blob(): Blob
}

/** Collects a stream, for browsers that cannot write to a file of the user. */
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
