import type { HtmlBuffers } from '@typecase/theme-engine'
import { Tinypool } from 'tinypool'
import type * as operations from './disk-thread.ts'
import type { Write } from './disk-thread.ts'

type Operations = typeof operations

/** File operations in a worker thread, one after the other. */
export type Disk = {
  readonly [Name in keyof Operations]: (
    given: Parameters<Operations[Name]>[0],
  ) => Promise<Name extends 'write' ? void : ReturnType<Operations[Name]>>
}

/** MiB of the thread's young generation; file contents are outside of the heap. */
const youngMemory = 6
/** Operations that are sent ahead, so that the thread need not wait for a busy main thread. */
const sentAhead = 16

export interface DiskThread extends Disk {
  /** Starts the thread before the first operation. */
  begin(): void
  /** Rejects waiting operations. */
  close(): Promise<void>
}

/** Gives the memory of written contents back to `buffers`. */
export function diskThread(buffers?: HtmlBuffers): DiskThread {
  let pool: Tinypool | undefined
  let isClosed = false

  function begin(): Tinypool {
    if (isClosed) throw new Error('the site store is closed')
    pool ??= new Tinypool({
      filename: new URL('./disk-thread.ts', import.meta.url).href,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: sentAhead,
      resourceLimits: { maxYoungGenerationSizeMb: youngMemory },
    })
    return pool
  }
  const run = async (name: keyof Operations, given: object, transferList: ArrayBuffer[] = []) =>
    begin().run(given, { name, transferList })

  return {
    begin,
    async write(given) {
      const whole = wholeBuffers(given, buffers)
      const [only] = whole
      // Other buffers would stay in memory here until the next garbage collection.
      const returnsMemory = whole.length === 1 && only !== undefined && buffers?.isReusable(only) === true
      const memory: ArrayBuffer | undefined = await run('write', { ...given, returnsMemory }, whole)
      if (memory) buffers?.giveBack(memory)
    },
    writeShared: (given) => run('writeShared', given, wholeBuffers(given)),
    link: (given) => run('link', given),
    remove: (given) => run('remove', given),
    check: (given) => run('check', given),
    prune: (given) => run('prune', given),
    async close() {
      isClosed = true
      await pool?.destroy()
    },
  }
}

/**
 * The buffers that the contents cover completely. These are transferred to the thread; other contents are
 * copied.
 */
function wholeBuffers({ files }: Write, buffers?: HtmlBuffers): ArrayBuffer[] {
  const used = new Map<ArrayBuffer, number>()
  for (const { content } of files)
    if (typeof content !== 'string' && content.buffer instanceof ArrayBuffer)
      used.set(content.buffer, (used.get(content.buffer) ?? 0) + content.length)
  return [...used].flatMap(([buffer, length]) =>
    length === buffer.byteLength || buffers?.isWhole(buffer, length) ? [buffer] : [],
  )
}
