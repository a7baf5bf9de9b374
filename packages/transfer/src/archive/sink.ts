/** Destination of an archive. The final name does not exist before `end`. */
import type { ByteStream } from '../bytes.ts'

export interface Sink {
  add(path: string, data: Uint8Array | ByteStream): Promise<void>
  /** Moves the archive to its final name. */
  end(): Promise<void>
  /** Removes everything written. */
  abort(): Promise<void>
}

/** Reads and discards everything, for a dry run. */
export const nullSink = (): Sink => ({
  add: async (_path, data) => {
    if (!(data instanceof Uint8Array)) for await (const _chunk of data);
  },
  end: async () => undefined,
  abort: async () => undefined,
})
