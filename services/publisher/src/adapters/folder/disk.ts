/** What a site store does to files, in a thread of its own. */
import { Worker } from 'node:worker_threads'
import type { DiskAnswer, DiskJob, DiskQuestion, DiskResult } from './disk-thread.ts'

export interface Disk {
  /** Carries the job out, after all that were asked before. */
  run(job: DiskJob): Promise<DiskResult>
  /** Starts the thread, which the first job would start. */
  begin(): void
  /** Ends the thread; what it has not done is refused, but for a switch: between two of its steps there may be no site. */
  close(): Promise<void>
}

/** Mebibytes of the young generation: what it is told to write lies beside the heap. Else it takes what the whole process may. */
const youngMemory = 6

/** Starts the thread with the first job. It keeps no process alive. */
export function diskThread(): Disk {
  let thread: Worker | undefined
  let lastId = 0
  let isClosed = false
  let switching: Promise<unknown> = Promise.resolve()
  const waiting = new Map<number, { resolve(result: DiskResult): void; reject(error: unknown): void }>()

  function lost(error: unknown, lostThread: Worker): void {
    // It tells of its error, then of its end: others may wait for another by then.
    if (thread !== lostThread) return
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function started(): Worker {
    const fresh = new Worker(new URL('./disk-thread.ts', import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: youngMemory } })
    fresh.on('message', (answer: DiskAnswer) => {
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) fresh.unref()
      if ('error' in answer) asker?.reject(named(answer))
      else asker?.resolve(answer)
    })
    fresh.on('error', (error) => lost(error, fresh))
    fresh.unref()
    fresh.on('exit', () => lost(new Error('the thread that writes files ended'), fresh))
    return fresh
  }

  function begun(): Worker {
    thread ??= started()
    return thread
  }

  const asked = (job: DiskJob) =>
    new Promise<DiskResult>((resolve, reject) => {
      if (isClosed) throw new Error('the site store is closed')
      const to = begun()
      const question: DiskQuestion = { id: ++lastId, job }
      // What can't be handed over throws here, and nobody waits for it.
      to.postMessage(question, largeBytesOf(job))
      to.ref()
      waiting.set(question.id, { resolve, reject })
    })

  return {
    run(job) {
      const answer = asked(job)
      if (job.do === 'switch') switching = answer.catch(() => undefined)
      return answer
    },
    begin() {
      try {
        if (!isClosed) begun()
      } catch {
        // The first job tells that there can be no thread.
      }
    },
    async close() {
      isClosed = true
      await switching
      await thread?.terminate()
    },
  }
}

/** An error of the thread, with the code that it had there. */
const named = ({ error, code }: { readonly error: unknown; readonly code: unknown }): unknown =>
  error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error

/** Bytes from which a copy takes longer than to hand the memory over. */
const large = 64 * 1024

/** The memory that goes to the thread, where the contents, which are different parts of it, are all of it. */
function largeBytesOf(job: DiskJob): ArrayBuffer[] {
  if (job.do !== 'write') return []
  const used = new Map<ArrayBufferLike, number>()
  for (const { content } of job.files)
    if (typeof content !== 'string') used.set(content.buffer, (used.get(content.buffer) ?? 0) + content.length)
  return [...used].flatMap(([buffer, length]) => (length >= large && length === buffer.byteLength ? [buffer as ArrayBuffer] : []))
}
