/**
 * Queues, workers and jobs for tests. A result is the frame (the input that all tasks of a job share), then
 * the input of the task in upper case.
 */
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
export const cleanups: (() => Promise<unknown>)[] = []
export const waitOptions = { timeout: 20_000, interval: 20 }

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

export const newKey = () => createSecretKey(randomBytes(32))
export const keys = [newKey()] as const
export interface QueueChanges {
  readonly prefix: string
  readonly version?: string
  readonly at?: string
  readonly keys?: Parameters<typeof jetStreamWorkQueue>[0]['keys']
}

export function queue({
  prefix,
  version = '1',
  at = url,
  keys: signingKeys = keys,
}: QueueChanges): WorkQueue {
  const created = jetStreamWorkQueue({ url: at, name: 'rendering', version, log, prefix, keys: signingKeys })
  cleanups.push(created.close)
  return created
}

/** A worker that returns the frame followed by the input in upper case. */
export async function worker(from: WorkQueue, id: string, changes: Partial<WorkerOptions> = {}) {
  const part = from.worker({
    ...{ id, slots: 2, free: async () => undefined, isFree: () => true },
    work: async ({ input, frame }) =>
      bytes(`${bytes(String(await frame()))}${String(Buffer.from(input)).toUpperCase()}`),
    ...changes,
  })
  await part.start()
  cleanups.push(part.stop)
  return part
}

/** Retries until the queue accepts the job. */
export const offerJob = (workQueue: WorkQueue, job: Job) =>
  vi.waitFor(async () => {
    const offer = await workQueue.offer(job)
    if (!offer) throw new Error('the queue is not available yet')
    return offer
  }, waitOptions)

/** A job with the given number of tasks; collects its results. */
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

export const allResults = (tasks: number) =>
  new Map(Array.from({ length: tasks }, (_, task) => [task, `>TASK ${task}`]))
