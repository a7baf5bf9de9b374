import type { Part } from '@typecase/runtime/lifecycle'

/**
 * Tasks of one process that others may do for it. The queue holds tickets of some bytes; what a task needs and what comes of it
 * goes straight from process to process, when somebody has begun it. So nothing is lost that the offering process does not
 * still have, and it may do any task itself at any time: whoever is second is told that the task is not needed.
 */
export interface WorkQueue {
  /** Offers the tasks of a job from now on; undefined while the queue is away, and then nobody else does them. */
  offer(job: Job): Promise<Offer | undefined>
  /** Does the tasks of others, as long as it is started. */
  worker(options: WorkerOptions): Part
  close(): Promise<void>
}

export interface Job {
  /** Greater than that of every job before: a worker that has seen it drops the tasks of older ones. */
  readonly token: number
  /** Tasks have the numbers from 0 on. */
  readonly tasks: number
  /** What every task of the job needs; each worker asks for it once. */
  frame(): Promise<Uint8Array>
  /** What that task needs; undefined when it is not needed any more. */
  input(task: number, worker: string): Promise<Uint8Array | undefined>
  /** What came of a task, maybe for the second time. The worker goes on when this is done. */
  result(task: number, result: Uint8Array, worker: string): Promise<void>
}

export interface Offer {
  /** Takes every ticket back that is left; late answers go nowhere. */
  close(): Promise<void>
}

export interface WorkerOptions {
  /** Of this process, among all workers. */
  readonly id: string
  /** Tasks at a time: one is done while the next is fetched and the last is handed in. */
  readonly slots: number
  /** Resolves when this process has time for others. */
  readonly free: () => Promise<void>
  readonly isFree: () => boolean
  /** Makes the result of a task. What it throws is logged, and the task goes to somebody else. */
  readonly work: (task: Task) => Promise<Uint8Array>
}

export interface Task {
  /** Of the job: equal for all its tasks. */
  readonly job: string
  readonly input: Uint8Array
  /** Aborted when the worker stops: somebody else does the task. */
  readonly signal: AbortSignal
  /** Of the job, asked for once. */
  frame(): Promise<Uint8Array>
}
