/** Queues, workers and jobs whose results are the inputs in capitals. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { createLogger } from '@typecase/runtime/log'
import { testNats } from '@typecase/testing/infra'
import { afterEach, vi } from 'vitest'
import {
  type Job,
  jetStreamWorkQueue,
  type WorkerOptions,
  type WorkQueue,
} from '../../src/work-queue/index.ts'

export const log = createLogger('test', 'silent')
export const { skip, url = '' } = await testNats()
export const bytes = (text: string) => Buffer.from(text)
export const open: (() => Promise<unknown>)[] = []
export const patience = { timeout: 20_000, interval: 20 }

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

export const newKey = () => createSecretKey(randomBytes(32))
export const keys = [newKey()] as const
export interface QueueChanges {
  readonly prefix: string
  readonly version?: string
  readonly at?: string
  readonly keys?: Parameters<typeof jetStreamWorkQueue>[0]['keys']
}

export function queue({ prefix, version = '1', at = url, keys: own = keys }: QueueChanges): WorkQueue {
  const created = jetStreamWorkQueue({ url: at, name: 'rendering', version, log, prefix, keys: own })
  open.push(created.close)
  return created
}

/** A worker that returns the frame followed by the input in capitals. */
export async function worker(from: WorkQueue, id: string, changes: Partial<WorkerOptions> = {}) {
  const part = from.worker({
    ...{ id, slots: 2, free: async () => undefined, isFree: () => true },
    work: async ({ input, frame }) =>
      bytes(`${bytes(String(await frame()))}${String(Buffer.from(input)).toUpperCase()}`),
    ...changes,
  })
  await part.start()
  open.push(part.stop)
  return part
}

/** Offers the job as soon as the queue is available. */
export const offered = (through: WorkQueue, job: Job) =>
  vi.waitFor(async () => {
    const offer = await through.offer(job)
    if (!offer) throw new Error('the queue is not available yet')
    return offer
  }, patience)

/** A job with that many tasks, and their results. */
export function aJob(tasks: number, changes: Partial<Job> = {}) {
  const results = new Map<number, string>()
  const workers = new Set<string>()
  let frames = 0
  const job: Job = {
    token: 1,
    tasks,
    frame: async () => {
      frames++
      return bytes('>')
    },
    input: async (task) => (results.has(task) ? undefined : bytes(`task ${task}`)),
    result: async (task, result, by) => {
      workers.add(by)
      results.set(task, String(result))
    },
    ...changes,
  }
  return { job, results, workers, frames: () => frames }
}

export const all = (tasks: number) =>
  new Map(Array.from({ length: tasks }, (_, task) => [task, `>TASK ${task}`]))
