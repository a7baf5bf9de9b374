import { setTimeout as sleep } from 'node:timers/promises'
import { inBatches } from '@typecase/runtime/batching'
import type { Logger } from '@typecase/runtime/log'
import type { ConsumeOptions, Subscription } from './bus.ts'
import { localDelivery } from './local-delivery.ts'
import { type Claim, entityOf, type localQueue } from './local-queue.ts'

const pollMs = 5_000
/** Deliveries per claim when batches can be handled. */
const maxClaims = 100
/**
 * Milliseconds to wait for running deliveries before the next claim: events that arrive meanwhile form one
 * batch.
 */
const gatherMs = 50
/** From this size a batch counts as a burst, and the next claim waits, because every batch costs the same. */
const burst = 5
const burstMs = 100

export interface LocalConsumerOptions extends ConsumeOptions {
  readonly queue: ReturnType<typeof localQueue>
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
  const beat = setInterval(() => void consumer.hideLonger(), consumer.ackWaitMs / 3)

  const working = consumer.work()
  return {
    stop: async () => {
      consumer.stopping.abort()
      await working
      clearInterval(beat)
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
  /** Claimed, not started. */
  held: Claim[] = []
  /** Claimed and passed to `alreadyHandled`. */
  checked: readonly Claim[] = []
  /** A poll that began before the last wake-up is repeated before the consumer rests. */
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

  async hideLonger(): Promise<void> {
    const claims = [...this.held, ...this.checked]
    if (claims.length === 0) return
    await this.queue
      .hide(this.durable, claims, this.ackWaitMs)
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
        await this.rest(1_000)
      }
    }
    await Promise.all(this.running.values())
    if (this.held.length > 0)
      await this.queue
        .release(this.durable, this.held)
        .catch((error: unknown) => this.log.debug({ error, durable: this.durable }, 'claims not returned'))
  }

  /** One claim, then a rest if nothing else was due and no wake-up came since `seen`. */
  async poll(seen: number, since: number): Promise<void> {
    this.startHeld(false)
    if (this.running.size >= this.concurrency || this.held.length >= maxClaims)
      return await Promise.race(this.running.values())
    if (this.options.alreadyHandled && this.running.size > 0)
      await Promise.race([Promise.all(this.running.values()), this.rest(gatherMs)])
    if (this.stopping.signal.aborted) return
    const limit = this.options.alreadyHandled ? maxClaims : this.concurrency - this.running.size
    const { claims, dueMs, isRegistered } = await this.queue.claim(this.durable, this.ackWaitMs, limit)
    this.registered = isRegistered
    const left = await this.unhandled(claims)
    this.held.push(...left)
    await this.restInBurst(claims.length - left.length)
    this.startHeld(claims.length === 1 && dueMs === null)
    if (!isRegistered || seen !== this.wakeUps || this.running.size >= this.concurrency) return
    // Due deliveries were not claimed: another process has locked them.
    if (dueMs === null || dueMs > 0)
      await this.restUntilWoken(Math.min(dueMs ?? pollMs, pollMs) - (performance.now() - since))
    else if (claims.length === 0) await this.rest(0)
  }

  async restInBurst(handled: number): Promise<void> {
    if (handled >= burst && handled < maxClaims) await this.rest(burstMs)
  }

  async restUntilWoken(ms: number): Promise<void> {
    this.woken = new AbortController()
    await this.rest(ms, this.woken.signal)
    this.woken = undefined
  }

  async rest(ms: number, wakeSignal?: AbortSignal): Promise<void> {
    const signal = wakeSignal ? AbortSignal.any([wakeSignal, this.stopping.signal]) : this.stopping.signal
    await sleep(Math.max(ms, 5), undefined, { signal }).catch(() => undefined)
  }

  /** Acknowledges claims that are already handled; returns the rest. Only first deliveries are checked. */
  async unhandled(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const busy = new Set([...this.running.keys(), ...this.held].map(entityOf))
    const first = claims.filter((claim) => claim.attempt === 1 && !busy.has(entityOf(claim)))
    if (!this.options.alreadyHandled || first.length < 2) return claims
    this.checked = claims
    try {
      const places = await this.options.alreadyHandled(first.map(({ event }) => event))
      const done = new Set(first.filter((_, place) => places.has(place)))
      if (done.size > 0) await this.queue.acknowledge(this.durable, [...done])
      return claims.filter((claim) => !done.has(claim))
    } catch (error) {
      this.log.debug({ error, durable: this.durable }, 'the batch failed; each event is handled by itself')
      return claims
    } finally {
      this.checked = []
    }
  }

  startHeld(isAlone: boolean): void {
    const busy = new Set([...this.running.keys()].map(entityOf))
    const left: Claim[] = []
    for (const claim of this.held) {
      const entity = entityOf(claim)
      if (this.stopping.signal.aborted || this.running.size >= this.concurrency || busy.has(entity))
        left.push(claim)
      else this.running.set(claim, this.handle(claim, isAlone))
      // A waiting claim blocks later ones of its entity.
      busy.add(entity)
    }
    this.held = left
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
      // It becomes due again after `ackWaitMs`.
      this.wake()
    } finally {
      this.running.delete(claim)
      if (this.held.length > 0) this.woken?.abort()
    }
  }
}
