/** What a site store does to files, in a thread of its own. */
import { Worker } from 'node:worker_threads'
import type { HtmlBuffers } from '@typecase/theme-engine'
import type { DiskAnswer, DiskJob, DiskQuestion, DiskResult, HtmlInOne, WriteJob } from './disk-thread.ts'

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

/** Starts the thread with the first job. It keeps no process alive. What was written of `buffers` is given back to them. */
export function diskThread(buffers?: HtmlBuffers): Disk {
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
    const fresh = new Worker(new URL('./disk-thread.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: youngMemory },
    })
    fresh.on('message', (answer: DiskAnswer) => {
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) fresh.unref()
      if ('spare' in answer && answer.spare) buffers?.giveBack(answer.spare)
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
      const id = ++lastId
      const html = inOne(job, buffers)
      const question: DiskQuestion = { id, job: html ?? job }
      // What can't be handed over throws here, and nobody waits for it.
      to.postMessage(question, html ? [html.files.bytes] : largeBytesOf(job))
      to.ref()
      waiting.set(id, { resolve, reject })
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

/** The same job, with pages as they come from a renderer in one: to hand over their memory takes a part of the time of all of its parts. */
function inOne(job: DiskJob, buffers: HtmlBuffers | undefined): WriteJob<HtmlInOne> | undefined {
  if (!buffers || job.do !== 'write') return undefined
  const [first] = job.files
  if (!first || typeof first.content === 'string') return undefined
  const { buffer } = first.content
  const lengths: number[] = []
  let end = 0
  for (const { content } of job.files) {
    if (typeof content === 'string' || content.buffer !== buffer || content.byteOffset !== end)
      return undefined
    lengths.push(content.length)
    end += content.length
  }
  return buffers.isAll(buffer, end)
    ? { ...job, files: { paths: job.files.map(({ path }) => path), lengths, bytes: buffer } }
    : undefined
}

/** Bytes from which a copy takes longer than to hand the memory over. */
const large = 64 * 1024

/** The memory that goes to the thread, where the contents, which are different parts of it, are all of it. */
function largeBytesOf(job: DiskJob): ArrayBuffer[] {
  if (job.do !== 'write') return []
  const used = new Map<ArrayBufferLike, number>()
  for (const { content } of job.files)
    if (typeof content !== 'string')
      used.set(content.buffer, (used.get(content.buffer) ?? 0) + content.length)
  return [...used].flatMap(([buffer, length]) =>
    length >= large && length === buffer.byteLength ? [buffer as ArrayBuffer] : [],
  )
}
