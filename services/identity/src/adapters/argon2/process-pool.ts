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
export function processPool({ size, waiting, log }: ProcessPoolOptions): ProcessPool {
  const workers = new Set<Worker>()
  const queue = fairQueue<Task>(waiting)
  /** Jobs whose process died: they had their turn. */
  const interrupted: Task[] = []
  let lastId = 0
  let isOpen = false
  /** Processes that died and are replaced in a moment. */
  let missed = 0

  function dispatch(): void {
    handOut()
    if (queue.size() + interrupted.length > 0 && workers.size + missed < size) spawnWorker()
  }

  function handOut(): void {
    for (const worker of workers) {
      if (worker.task || !worker.child.connected) continue
      const task = interrupted.shift() ?? queue.take()
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

  function refuse(task: Task): void {
    clearTimeout(task.patience)
    task.reject(busy())
  }

  /** A job whose caller has given up would only keep others waiting. */
  function refuseAt(task: Task, giveUpAt: Date): NodeJS.Timeout {
    const giveUp = () => {
      if (queue.remove(task)) refuse(task)
    }
    return setTimeout(giveUp, giveUpAt.getTime() - Date.now())
  }

  function taken(worker: Worker): Task | undefined {
    const { task } = worker
    clearTimeout(worker.timer)
    worker.task = undefined
    return task
  }

  function exited(worker: Worker, how: string): void {
    workers.delete(worker)
    const task = taken(worker)
    if (task && task.tries > 1) task.reject(new Error(`a hashing process did not finish (${how})`))
    else if (task && !isOpen) task.reject(busy())
    else if (task) interrupted.push(task)
    if (!isOpen) return
    log.warn({ how, pid: worker.child.pid }, 'a hashing process ended and is replaced')
    const age = Date.now() - worker.bornAt
    missed += 1
    const replace = () => {
      missed -= 1
      spawnWorker()
    }
    setTimeout(replace, age < youthMs ? youthMs : 0)
  }

  function spawnWorker(): void {
    if (!isOpen) return
    const child = startProgram(workerFile, [], { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    const worker: Worker = { child, bornAt: Date.now(), gone }
    workers.add(worker)
    const ended = (how: string) => {
      if (workers.has(worker)) exited(worker, how)
      resolve()
    }
    child.on('message', (reply: Reply) => {
      const task = taken(worker)
      if ('error' in reply) task?.reject(new Error(`hashing failed: ${reply.error}`))
      else task?.resolve(reply.result)
      dispatch()
    })
    child.on('exit', (code, signal) => ended(signal ?? `code ${code}`))
    child.on('error', (error) => ended(error.message))
    dispatch()
  }

  return {
    start() {
      isOpen = true
      spawnWorker()
    },
    run(job, place, giveUpAt) {
      if (!isOpen) return Promise.reject(busy())
      return new Promise((resolve, reject) => {
        lastId += 1
        const task: Task = { id: lastId, job, tries: 0, resolve, reject }
        task.patience = giveUpAt && refuseAt(task, giveUpAt)
        const displaced = queue.add(task, place)
        if (displaced) refuse(displaced)
        dispatch()
      })
    },
    async stop() {
      isOpen = false
      for (let task = interrupted.shift() ?? queue.take(); task; task = interrupted.shift() ?? queue.take()) refuse(task)
      const limit = setTimeout(() => {
        for (const { child } of workers) child.kill('SIGKILL')
      }, stopLimitMs)
      await Promise.all(
        [...workers].map(async (worker) => {
          while (worker.task) await new Promise((resolve) => worker.child.once('message', resolve).once('exit', resolve))
          if (worker.child.connected) worker.child.disconnect()
          await worker.gone
        }),
      )
      clearTimeout(limit)
    },
    pids: () => [...workers].flatMap(({ child }) => child.pid ?? []),
  }
}
