import { argon2id, hash, verify } from 'argon2'
import { busy } from '../../core/errors.ts'
import { type FairQueueLimits, fairQueue, type Place } from '../../core/fair-queue.ts'

/** Cost of one check: 64 MiB, three passes, two lanes. Stored hashes contain their own cost. */
const cost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 2 } as const

export interface HashingQueueOptions {
  /** Maximum concurrent hashes, in threads of libuv. Each takes 64 MiB. */
  readonly concurrency: number
  /** Maximum waiting passwords. */
  readonly waiting: FairQueueLimits
}

export interface HashingQueue {
  /** @throws BUSY if the queue is full, at `giveUpAt`, and after {@link stop} */
  hash(password: string, place: Place, giveUpAt?: Date): Promise<string>
  /** @throws BUSY like {@link hash}; Error for an invalid stored hash */
  verify(hash: string, password: string, place: Place, giveUpAt?: Date): Promise<boolean>
  /** Refuses waiting passwords and resolves when the running checks have ended. */
  stop(): Promise<void>
}

interface Task {
  readonly work: () => Promise<void>
  readonly refuse: () => void
}

export function hashingQueue({ concurrency, waiting }: HashingQueueOptions): HashingQueue {
  const queue = fairQueue<Task>(waiting)
  const running = new Set<Promise<void>>()
  let isStopped = false

  function dispatch(): void {
    while (running.size < concurrency) {
      const task = queue.take()
      if (!task) return
      const run = task.work().finally(() => {
        running.delete(run)
        dispatch()
      })
      running.add(run)
    }
  }

  function run<T>(work: () => Promise<T>, place: Place, giveUpAt?: Date): Promise<T> {
    if (isStopped) return Promise.reject(busy())
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let deadline: NodeJS.Timeout | undefined
    const task: Task = {
      work() {
        clearTimeout(deadline)
        return work().then(resolve, (error: unknown) => reject(new Error('hashing failed', { cause: error })))
      },
      refuse() {
        clearTimeout(deadline)
        reject(busy())
      },
    }
    // Refuses the task when its caller gives up, because the check would only delay others.
    if (giveUpAt)
      deadline = setTimeout(() => queue.remove(task) && task.refuse(), giveUpAt.getTime() - Date.now())
    queue.add(task, place)?.refuse()
    dispatch()
    return promise
  }

  return {
    hash: (password, place, giveUpAt) =>
      run(() => hash(password, { ...cost, type: argon2id }), place, giveUpAt),
    verify: (known, password, place, giveUpAt) => run(() => verify(known, password), place, giveUpAt),
    async stop() {
      isStopped = true
      for (let task = queue.take(); task; task = queue.take()) task.refuse()
      await Promise.all(running)
    },
  }
}
