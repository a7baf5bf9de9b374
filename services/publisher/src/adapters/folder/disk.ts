import { Worker } from 'node:worker_threads'
import type { HtmlBuffers } from '@typecase/theme-engine'
import type { DiskAnswer, DiskJob, DiskQuestion, DiskResult, HtmlInOne, WriteJob } from './disk-thread.ts'

export interface Disk {
  run(job: DiskJob): Promise<DiskResult>
  begin(): void
  /** Rejects waiting jobs, except a switch: between its two steps there may be no site. */
  close(): Promise<void>
}

/** Mebibytes. Contents lie outside the heap. */
const youngMemory = 6

/** Starts with the first job. Written `buffers` are given back. */
export function diskThread(buffers?: HtmlBuffers): Disk {
  let thread: Worker | undefined
  let lastId = 0
  let isClosed = false
  let switching: Promise<unknown> = Promise.resolve()
  const waiting = new Map<number, { resolve(result: DiskResult): void; reject(error: unknown): void }>()

  function lost(error: unknown, lostThread: Worker): void {
    // `error` and `exit` both come here, and a new thread may run by then.
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
      // What can't be transferred throws here.
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
        // The first job reports it.
      }
    },
    async close() {
      isClosed = true
      await switching
      await thread?.terminate()
    },
  }
}

const named = ({ error, code }: { readonly error: unknown; readonly code: unknown }): unknown =>
  error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error

/** Joins pages of one buffer: transferring one is cheaper than many. */
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

/** Bytes from which a transfer is cheaper than a copy. */
const large = 64 * 1024

/** Buffers that the contents cover completely. */
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
