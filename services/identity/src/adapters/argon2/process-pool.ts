import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from '@typecase/runtime/log'
import { startProgram } from '@typecase/runtime/programs'
import { busy } from '../../core/errors.ts'
import { type FairQueueLimits, fairQueue, type Place } from '../../core/fair-queue.ts'
import type { Job, Reply, Request } from './parameters.ts'

export interface ProcessPoolOptions {
  /** Processes at most, each busy with one job at a time: one from the beginning, the others when there is something to do for them. */
  readonly size: number
  /** Of the jobs that may wait for a process. */
  readonly waiting: FairQueueLimits
  readonly log: Logger
}

export interface ProcessPool {
  start(): void
  /**
   * @throws BUSY when too many jobs wait and this one is the newest of the longest line, when it still waits at `giveUpAt`,
   *   or when the pool is stopping
   */
  run(job: Job, place: Place, giveUpAt?: Date): Promise<string | boolean>
  /** Lets running jobs end, refuses those that wait, and answers when every process is gone. */
  stop(): Promise<void>
  /** The processes that live now. */
  pids(): number[]
}

interface Task extends Request {
  tries: number
  patience?: NodeJS.Timeout | undefined
  resolve(result: string | boolean): void
  reject(error: unknown): void
}

interface Worker {
  readonly child: ChildProcess
  readonly bornAt: number
  readonly gone: Promise<void>
  task?: Task | undefined
  timer?: NodeJS.Timeout | undefined
}

const workerFile = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** Milliseconds for one job; a process that needs longer is replaced. */
const jobLimitMs = 15_000
/** A process that died younger than this many milliseconds gets its successor only after as many. */
const youthMs = 1_000
const stopLimitMs = 5_000

/** Processes rather than threads: argon2 works in libuv's pool of threads, which all threads of a process share. */
export function processPool(options: ProcessPoolOptions): ProcessPool {
  const pool = new Pool(options)
  let lastId = 0

  return {
    start() {
      pool.isOpen = true
      pool.spawnWorker()
    },
    run(job, place, giveUpAt) {
      if (!pool.isOpen) return Promise.reject(busy())
      return new Promise((resolve, reject) => {
        lastId += 1
        const task: Task = { id: lastId, job, tries: 0, resolve, reject }
        task.patience = giveUpAt && pool.refuseAt(task, giveUpAt)
        const displaced = pool.queue.add(task, place)
        if (displaced) pool.refuse(displaced)
        pool.dispatch()
      })
    },
    async stop() {
      pool.isOpen = false
      for (let task = pool.interrupted.shift() ?? pool.queue.take(); task; task = pool.interrupted.shift() ?? pool.queue.take())
        pool.refuse(task)
      const limit = setTimeout(() => {
        for (const { child } of pool.workers) child.kill('SIGKILL')
      }, stopLimitMs)
      await Promise.all(
        [...pool.workers].map(async (worker) => {
          while (worker.task) await new Promise((resolve) => worker.child.once('message', resolve).once('exit', resolve))
          if (worker.child.connected) worker.child.disconnect()
          await worker.gone
        }),
      )
      clearTimeout(limit)
    },
    pids: () => [...pool.workers].flatMap(({ child }) => child.pid ?? []),
  }
}

class Pool {
  readonly size
  readonly waiting
  readonly log
  readonly queue
  readonly workers = new Set<Worker>()
  /** Jobs whose process died: they had their turn. */
  readonly interrupted: Task[] = []
  isOpen = false
  /** Processes that died and are replaced in a moment. */
  missed = 0

  constructor({ size, waiting, log }: ProcessPoolOptions) {
    this.size = size
    this.waiting = waiting
    this.log = log

    this.queue = fairQueue<Task>(this.waiting)
  }

  dispatch(): void {
    this.handOut()
    if (this.queue.size() + this.interrupted.length > 0 && this.workers.size + this.missed < this.size) this.spawnWorker()
  }

  handOut(): void {
    for (const worker of this.workers) {
      if (worker.task || !worker.child.connected) continue
      const task = this.interrupted.shift() ?? this.queue.take()
      if (!task) return
      clearTimeout(task.patience)
      worker.task = task
      task.tries += 1
      worker.timer = setTimeout(() => {
        task.tries = Number.POSITIVE_INFINITY
        worker.child.kill('SIGKILL')
      }, jobLimitMs)
      // A channel that breaks here ends the process too, and `exited` takes care of the task.
      worker.child.send({ id: task.id, job: task.job } satisfies Request, () => undefined)
    }
  }

  refuse(task: Task): void {
    clearTimeout(task.patience)
    task.reject(busy())
  }

  /** A job whose caller has given up would only keep others waiting. */
  refuseAt(task: Task, giveUpAt: Date): NodeJS.Timeout {
    const giveUp = () => {
      if (this.queue.remove(task)) this.refuse(task)
    }
    return setTimeout(giveUp, giveUpAt.getTime() - Date.now())
  }

  taken(worker: Worker): Task | undefined {
    const { task } = worker
    clearTimeout(worker.timer)
    worker.task = undefined
    return task
  }

  exited(worker: Worker, how: string): void {
    this.workers.delete(worker)
    const task = this.taken(worker)
    if (task && task.tries > 1) task.reject(new Error(`a hashing process did not finish (${how})`))
    else if (task && !this.isOpen) task.reject(busy())
    else if (task) this.interrupted.push(task)
    if (!this.isOpen) return
    this.log.warn({ how, pid: worker.child.pid }, 'a hashing process ended and is replaced')
    const age = Date.now() - worker.bornAt
    this.missed += 1
    const replace = () => {
      this.missed -= 1
      this.spawnWorker()
    }
    setTimeout(replace, age < youthMs ? youthMs : 0)
  }

  spawnWorker(): void {
    if (!this.isOpen) return
    const child = startProgram(workerFile, [], { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    const worker: Worker = { child, bornAt: Date.now(), gone }
    this.workers.add(worker)
    const ended = (how: string) => {
      if (this.workers.has(worker)) this.exited(worker, how)
      resolve()
    }
    child.on('message', (reply: Reply) => {
      const task = this.taken(worker)
      if ('error' in reply) task?.reject(new Error(`hashing failed: ${reply.error}`))
      else task?.resolve(reply.result)
      this.dispatch()
    })
    child.on('exit', (code, signal) => ended(signal ?? `code ${code}`))
    child.on('error', (error) => ended(error.message))
    this.dispatch()
  }
}
