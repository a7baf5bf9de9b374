import type { Part } from '@typecase/runtime/lifecycle'

/**
 * Offers tasks of one process to others. The queue holds small messages; processes send inputs and results to
 * each other directly. The offering process may do any task itself; a worker then gets no input for it.
 */
export interface WorkQueue {
  /** Offers the tasks of a job; undefined while the queue is unavailable. */
  offer(job: Job): Promise<Offer | undefined>
  /** Returns a part that does tasks of other processes while it runs. */
  worker(options: WorkerOptions): Part
  close(): Promise<void>
}

export interface Job {
  /** Fencing token, greater than those of earlier jobs: workers that have seen it drop older jobs. */
  readonly token: number
  /** Tasks are numbered from 0. */
  readonly tasks: number
  /** Input that all tasks of the job share; each worker requests it once. */
  frame(): Promise<Uint8Array>
  /** Input of one task; undefined when the task no longer needs to be done. */
  input(task: number, worker: string): Promise<Uint8Array | undefined>
  /** Accepts the result of a task, possibly a second time. The worker waits until the result is accepted. */
  result(task: number, result: Uint8Array, worker: string): Promise<void>
}

export interface Offer {
  /** Withdraws the remaining tasks; late results are discarded. */
  close(): Promise<void>
}

export interface WorkerOptions {
  /** Identifies this process among all workers. */
  readonly id: string
  /** Maximum concurrent tasks: one runs while the next is fetched and the previous result is sent. */
  readonly slots: number
  /** Resolves when this process can do tasks of others. */
  readonly free: () => Promise<void>
  readonly isFree: () => boolean
  /** Computes the result of a task. An error is logged, and another process does the task. */
  readonly work: (task: Task) => Promise<Uint8Array>
}

export interface Task {
  /** Id of the job, equal for all its tasks. */
  readonly job: string
  readonly input: Uint8Array
  /** Aborted when the worker stops; another process then does the task. */
  readonly signal: AbortSignal
  /** Shared input of the job, requested once. */
  frame(): Promise<Uint8Array>
}
