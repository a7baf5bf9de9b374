import { setTimeout as sleep } from 'node:timers/promises'
import { inBatches } from '@typecase/runtime/batching'
import type { Logger } from '@typecase/runtime/log'
import type { ConsumeOptions, Subscription } from './bus.ts'
import { type Claim, entityOf, type localBusQueries } from './local-bus-queries.ts'
import { localDelivery } from './local-delivery.ts'

const pollMs = 5_000
/** Maximum deliveries per claim if the consumer has `alreadyHandled`, which checks them together. */
const maxClaims = 100
/** While deliveries run, the next claim waits up to this many milliseconds, so that it finds more events. */
const gatherMs = 50
/** After a batch of at least this size the next claim waits `burstMs`, so that it finds more events. */
const burst = 5
const burstMs = 100

export interface LocalConsumerOptions extends ConsumeOptions {
  readonly queue: ReturnType<typeof localBusQueries>
  readonly register: () => Promise<void>
  readonly registered: boolean
  /** Registers a function to call when this consumer may have new events. */
  readonly listen: (fn: () => void) => Promise<() => Promise<void>>
  readonly log: Logger
}

/**
 * Claims due deliveries and handles up to `concurrency` at a time, never two of one entity. Wakes up at a
 * publish, at the next due time, and every 5 s.
 */
export async function localConsumer(options: LocalConsumerOptions): Promise<Pick<Subscription, 'stop'>> {
  const consumer = new LocalConsumer(options)
  const unlisten = await consumer.options.listen(consumer.wake)
  const heartbeat = setInterval(() => void consumer.extendClaims(), consumer.ackWaitMs / 3)

  const working = consumer.work()
  return {
    stop: async () => {
      consumer.stopping.abort()
      await working
      clearInterval(heartbeat)
      await unlisten()
    },
  }
}

class LocalConsumer {
  readonly options
  readonly durable
  readonly queue
  readonly log
  readonly concurrency
  readonly ackWaitMs
  registered
  woken: AbortController | undefined
  readonly acknowledging
  readonly stopping = new AbortController()
  readonly running = new Map<Claim, Promise<void>>()
  /** Claims whose handlers have not started yet. */
  pending: Claim[] = []
  /** Claims that `alreadyHandled` is checking. */
  beingChecked: readonly Claim[] = []
  /** Counts wake-ups: one that arrives during a poll starts another poll. */
  wakeUps = 0

  constructor(options: LocalConsumerOptions) {
    this.options = options

    const { durable, queue, log, concurrency = 1, ackWaitMs = 10_000 } = this.options
    this.durable = durable
    this.queue = queue
    this.log = log
    this.concurrency = concurrency
    this.ackWaitMs = ackWaitMs

    this.registered = this.options.registered
    this.acknowledging = inBatches((claims: readonly Claim[]) => this.queue.acknowledge(this.durable, claims))
  }

  readonly wake = () => {
    this.wakeUps += 1
    this.woken?.abort()
  }

  async extendClaims(): Promise<void> {
    const claims = [...this.pending, ...this.beingChecked]
    if (claims.length === 0) return
    await this.queue
      .extend(this.durable, claims, this.ackWaitMs)
      .catch((error: unknown) => this.log.debug({ error, durable: this.durable }, 'claims not extended'))
  }

  async work(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const seen = this.wakeUps
      try {
        if (!this.registered) await this.options.register()
        this.registered = true
        await this.poll(seen, performance.now())
      } catch (error) {
        this.registered = false
        this.log.warn({ error, durable: this.durable }, 'consumer interrupted; retrying')
        await this.pause(1_000)
      }
    }
    await Promise.all(this.running.values())
    if (this.pending.length > 0)
      await this.queue
        .release(this.durable, this.pending)
        .catch((error: unknown) => this.log.debug({ error, durable: this.durable }, 'claims not returned'))
  }

  /** Polls once, then waits. Does not wait if a delivery is due or `wakeUps` differs from `seen`. */
  async poll(seen: number, since: number): Promise<void> {
    this.startPending(false)
    if (this.running.size >= this.concurrency || this.pending.length >= maxClaims)
      return await Promise.race(this.running.values())
    if (this.options.alreadyHandled && this.running.size > 0)
      await Promise.race([Promise.all(this.running.values()), this.pause(gatherMs)])
    if (this.stopping.signal.aborted) return
    const limit = this.options.alreadyHandled ? maxClaims : this.concurrency - this.running.size
    const { claims, dueMs, isRegistered } = await this.queue.claim(this.durable, this.ackWaitMs, limit)
    this.registered = isRegistered
    const remaining = await this.unhandled(claims)
    this.pending.push(...remaining)
    await this.pauseInBurst(claims.length - remaining.length)
    this.startPending(claims.length === 1 && dueMs === null)
    if (!isRegistered || seen !== this.wakeUps || this.running.size >= this.concurrency) return
    // If deliveries are due but none was claimed, another process has locked them: polls again soon.
    if (dueMs === null || dueMs > 0)
      await this.pauseUntilWoken(Math.min(dueMs ?? pollMs, pollMs) - (performance.now() - since))
    else if (claims.length === 0) await this.pause(0)
  }

  async pauseInBurst(handled: number): Promise<void> {
    if (handled >= burst && handled < maxClaims) await this.pause(burstMs)
  }

  async pauseUntilWoken(ms: number): Promise<void> {
    this.woken = new AbortController()
    await this.pause(ms, this.woken.signal)
    this.woken = undefined
  }

  async pause(ms: number, wakeSignal?: AbortSignal): Promise<void> {
    const signal = wakeSignal ? AbortSignal.any([wakeSignal, this.stopping.signal]) : this.stopping.signal
    await sleep(Math.max(ms, 5), undefined, { signal }).catch(() => undefined)
  }

  /** Acknowledges claims of events already handled; returns all others. Checks only first attempts. */
  async unhandled(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const busy = new Set([...this.running.keys(), ...this.pending].map(entityOf))
    const first = claims.filter((claim) => claim.attempt === 1 && !busy.has(entityOf(claim)))
    if (!this.options.alreadyHandled || first.length < 2) return claims
    this.beingChecked = claims
    try {
      const handledIndexes = await this.options.alreadyHandled(first.map(({ event }) => event))
      const done = new Set(first.filter((_, index) => handledIndexes.has(index)))
      if (done.size > 0) await this.queue.acknowledge(this.durable, [...done])
      return claims.filter((claim) => !done.has(claim))
    } catch (error) {
      this.log.debug({ error, durable: this.durable }, 'the batch failed; events are handled one by one')
      return claims
    } finally {
      this.beingChecked = []
    }
  }

  startPending(isAlone: boolean): void {
    const busy = new Set([...this.running.keys()].map(entityOf))
    const remaining: Claim[] = []
    for (const claim of this.pending) {
      const entity = entityOf(claim)
      if (this.stopping.signal.aborted || this.running.size >= this.concurrency || busy.has(entity))
        remaining.push(claim)
      else this.running.set(claim, this.handle(claim, isAlone))
      // A claim that must wait blocks later claims of its entity.
      busy.add(entity)
    }
    this.pending = remaining
  }

  async handle(claim: Claim, isAlone: boolean): Promise<void> {
    const actions = { acknowledge: this.acknowledging, wake: this.wake }
    try {
      await this.options.handle(
        localDelivery(claim, {
          ...actions,
          queue: this.queue,
          durable: this.durable,
          ackWaitMs: this.ackWaitMs,
          isAlone,
        }),
      )
    } catch (error) {
      this.log.error(
        { error, durable: this.durable, subject: claim.subject },
        'a delivery was neither acknowledged nor returned',
      )
      // The delivery becomes due again after `ackWaitMs`.
      this.wake()
    } finally {
      this.running.delete(claim)
      if (this.pending.length > 0) this.woken?.abort()
    }
  }
}
