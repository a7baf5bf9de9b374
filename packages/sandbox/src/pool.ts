/** A few sandboxed processes of one program. */
import { AppError } from '@typecase/kernel'
import { SandboxError } from './error.ts'
import { type CallOptions, type Reply, type SandboxProcess, startSandbox } from './process.ts'
import type { SandboxOptions } from './rights.ts'

export interface PoolOptions extends SandboxOptions {
  /** Maximum processes; default 1. */
  readonly size?: number
  /** Milliseconds without work after which a process is ended; default one minute. */
  readonly idleMs?: number
  /** Number of calls after which a process is replaced; default: never. */
  readonly usesPerProcess?: number
  /** Limits of the work that waits for a process; default: unlimited. */
  readonly room?: Room
}

/** Limits of the work that waits for a process. If nothing else waits, work of any size may wait. */
export interface Room {
  readonly count: number
  readonly bytes?: number
  /** Creates the error for work that exceeds the limits. */
  readonly refuse: () => Error
}

export interface UseOptions {
  /** Bytes of the work, which count against `Room.bytes` while it waits. */
  readonly bytes?: number
  /** Work is not started if its signal was aborted while it waited. */
  readonly signal?: AbortSignal | undefined
}

export interface PoolCallOptions extends CallOptions, UseOptions {
  /** Sent again if the call is repeated in a second process. */
  readonly body?: Uint8Array
}

export interface Pool {
  /**
   * Calls an idle process. If that process ends without an answer, calls a second one, because another
   * program may have killed the first.
   * @throws SandboxError, the error of `Room.refuse`, or STOPPING (unavailable) after `stop`
   */
  call<A>(question: unknown, options: PoolCallOptions): Promise<Reply<A>>
  /**
   * Runs `work` with a process that no other work uses meanwhile. A process that the work kills is replaced.
   * @throws as `call`
   */
  use<T>(work: (process: SandboxProcess) => Promise<T>, options?: UseOptions): Promise<T>
  /** Starts all processes in advance. */
  begin(): void
  /** Ends the processes that run no work. Later work starts them again. */
  endIdle(): void
  /** Kills all processes; all work is rejected with STOPPING. */
  stop(): Promise<void>
}

/** Minimum milliseconds that a process started by `begin` waits for work before it is ended. */
const begunMs = 30_000

export function sandboxPool(options: PoolOptions): Pool {
  return new ProcessPool(options)
}

interface Slot {
  process?: SandboxProcess | undefined
  uses: number
  isBusy: boolean
  idle?: NodeJS.Timeout | undefined
}

class ProcessPool implements Pool {
  readonly #options: PoolOptions
  readonly #slots: readonly Slot[]
  readonly #waiting: { readonly bytes: number; begin(slot: Slot): void; reject(error: Error): void }[] = []
  #isStopped = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.size ?? 1 }, () => ({ uses: 0, isBusy: false }))
  }

  async call<A>(question: unknown, options: PoolCallOptions): Promise<Reply<A>> {
    const ask = (process: SandboxProcess) => process.call<A>(question, options)
    try {
      return await this.use(ask, options)
    } catch (error) {
      const canRetry = error instanceof SandboxError && (error.reason === 'ended' || error.reason === 'start')
      if (!canRetry) throw error
      return await this.use(ask, options)
    }
  }

  async use<T>(work: (process: SandboxProcess) => Promise<T>, options: UseOptions = {}): Promise<T> {
    const slot = await this.#take(options.bytes ?? 0)
    try {
      options.signal?.throwIfAborted()
      return await work(this.#ready(slot))
    } catch (error) {
      throw this.#isStopped ? stopping() : error
    } finally {
      this.#free(slot)
    }
  }

  begin(): void {
    for (const slot of this.#slots) {
      if (this.#isStopped || slot.isBusy || slot.process?.alive()) continue
      this.#start(slot)
      this.#endWhenIdle(slot, Math.max(this.#options.idleMs ?? 0, begunMs))
    }
  }

  endIdle(): void {
    for (const slot of this.#slots) if (!slot.isBusy) this.#end(slot)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { reject } of this.#waiting.splice(0)) reject(stopping())
    for (const slot of this.#slots) this.#end(slot)
  }

  async #take(bytes: number): Promise<Slot> {
    if (this.#isStopped) throw stopping()
    const free = this.#slots.filter((slot) => !slot.isBusy)
    const slot = free.find(({ process }) => process?.alive()) ?? free[0]
    if (slot) {
      slot.isBusy = true
      return slot
    }
    const { room } = this.#options
    if (room && !this.#hasRoom(room, bytes)) throw room.refuse()
    return new Promise((begin, reject) => this.#waiting.push({ bytes, begin, reject }))
  }

  #hasRoom({ count, bytes: most = Number.POSITIVE_INFINITY }: Room, bytes: number): boolean {
    const waiting = this.#waiting
    return (
      waiting.length === 0 ||
      (waiting.length < count && waiting.reduce((sum, work) => sum + work.bytes, bytes) <= most)
    )
  }

  /** Passes the slot directly to the next work in the queue. */
  #free(slot: Slot): void {
    const next = this.#waiting.shift()
    if (next) {
      next.begin(slot)
      return
    }
    slot.isBusy = false
    if (slot.uses >= (this.#options.usesPerProcess ?? Number.POSITIVE_INFINITY)) this.#end(slot)
    if (slot.process) this.#endWhenIdle(slot, this.#options.idleMs ?? 60_000)
  }

  #ready(slot: Slot): SandboxProcess {
    clearTimeout(slot.idle)
    const isUsedUp = slot.uses >= (this.#options.usesPerProcess ?? Number.POSITIVE_INFINITY)
    if (isUsedUp) this.#end(slot)
    const process = slot.process?.alive() ? slot.process : this.#start(slot)
    slot.uses += 1
    return process
  }

  #start(slot: Slot): SandboxProcess {
    slot.uses = 0
    slot.process = startSandbox(this.#options)
    return slot.process
  }

  #endWhenIdle(slot: Slot, ms: number): void {
    clearTimeout(slot.idle)
    slot.idle = setTimeout(() => this.#end(slot), ms).unref()
  }

  #end(slot: Slot): void {
    clearTimeout(slot.idle)
    slot.process?.kill()
    slot.process = undefined
    slot.uses = 0
  }
}

const stopping = () => new AppError('unavailable', 'STOPPING', 'The service is stopping')
