/** Writes an archive as a ZIP to a stream: a file of the user, or memory. */
import { Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import type { Sink } from '../archive/sink.ts'
import type { ByteStream } from '../bytes.ts'
import { safePath } from '../source/safe-path.ts'

/** Omits times, so that equal archives have equal bytes. */
const options = {
  useWebWorkers: false,
  useCompressionStream: true,
  lastModDate: new Date(1980, 0, 1),
  extendedTimestamp: false,
} as const

/** `end` closes the stream, `abort` aborts it. */
export function zipSink(target: WritableStream<Uint8Array>): Sink {
  // Gives zip.js a stream of its own: if zip.js locked `target`, this function could not abort `target`.
  const writer = target.getWriter()
  const output = new WritableStream<Uint8Array>({
    write: (chunk) => writer.write(chunk),
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  })
  const zip = new ZipWriter(output, options)
  return {
    async add(path, data) {
      const source = data instanceof Uint8Array ? new Uint8ArrayReader(data) : readableOf(data)
      await zip.add(safePath(path), source)
    },
    end: async () => void (await zip.close()),
    abort: () => writer.abort(),
  }
}

function readableOf(stream: ByteStream): ReadableStream<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await chunks.return?.()),
  })
}
