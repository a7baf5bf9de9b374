/** Where an archive is written. Nothing is visible under the final name before the end. */
import type { ByteStream } from '../bytes.ts'

export interface Sink {
  add(path: string, data: Uint8Array | ByteStream): Promise<void>
  /** Moves the archive to its name. */
  end(): Promise<void>
  /** Removes what was written. */
  abort(): Promise<void>
}

/** Discards everything after reading it: a dry run needs only counts and notes. */
export const nullSink = (): Sink => ({
  add: async (_path, data) => {
    if (!(data instanceof Uint8Array)) for await (const _chunk of data);
  },
  end: async () => undefined,
  abort: async () => undefined,
})
