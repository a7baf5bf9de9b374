import { setTimeout as sleep } from 'node:timers/promises'
import { inGroups } from '@typecase/runtime/in-groups'
import type { Logger } from '@typecase/runtime/log'
import type { ConsumeOptions, Subscription } from './bus.ts'
import { localDelivery } from './local-delivery.ts'
import { type Claim, entityOf, type localQueue } from './local-queue.ts'

const pollMs = 5_000
/** Deliveries that are claimed at once where the consumer is asked about many. */
const mostAtOnce = 100
/** How long such a consumer waits for the deliveries under way before it claims more: what comes meanwhile is one batch. */
const gatherMs = 50
/** Deliveries of one batch that count as a burst; the next batch then waits, because each costs the same whatever its size. */
const burst = 5
const burstMs = 100

export interface LocalConsumerOptions extends ConsumeOptions {
  readonly queue: ReturnType<typeof localQueue>
  readonly register: () => Promise<void>
  readonly registered: boolean
  /** Calls it when there is something for this consumer. */
  readonly listen: (fn: () => void) => Promise<() => Promise<void>>
  readonly log: Logger
}

/**
 * Claims what is due, several at once where the consumer can be asked about many, and handles up to `concurrency` at a time,
 * never two of one entity. A publish wakes it; besides the next due time does, and 5 s that are over.
 */
export async function localConsumer(options: LocalConsumerOptions): Promise<Pick<Subscription, 'stop'>> {
  const consumer = new LocalConsumer(options)
  const unlisten = await consumer.options.listen(consumer.ring)
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
  /** Claimed and not begun. */
  held: Claim[] = []
  /** Claimed, and the consumer is being asked about them. */
  asked: readonly Claim[] = []
  /** A look that began before the last ring is repeated before the consumer rests. */
  rings = 0

  constructor(options: LocalConsumerOptions) {
    this.options = options

    const { durable, queue, log, concurrency = 1, ackWaitMs = 10_000 } = this.options
    this.durable = durable
    this.queue = queue
    this.log = log
    this.concurrency = concurrency
    this.ackWaitMs = ackWaitMs

    this.registered = this.options.registered
    this.acknowledging = inGroups((claims: readonly Claim[]) => this.queue.acknowledge(this.durable, claims))
  }

  readonly ring = () => {
    this.rings += 1
    this.woken?.abort()
  }

  async hideLonger(): Promise<void> {
    const claims = [...this.held, ...this.asked]
    if (claims.length === 0) return
    await this.queue
      .hide(this.durable, claims, this.ackWaitMs)
      .catch((error: unknown) => this.log.debug({ error, durable: this.durable }, 'claims not extended'))
  }

  async work(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const heard = this.rings
      try {
        if (!this.registered) await this.options.register()
        this.registered = true
        await this.look(heard, performance.now())
      } catch (error) {
        this.registered = false
        this.log.warn({ error, durable: this.durable }, 'consumer interrupted; trying again')
        await this.rest(1_000)
      }
    }
    await Promise.all(this.running.values())
    if (this.held.length > 0)
      await this.queue
        .handBack(this.durable, this.held)
        .catch((error: unknown) => this.log.debug({ error, durable: this.durable }, 'claims not returned'))
  }

  /** One claim, then a rest when nothing else was due then and nothing has come since `heard`. */
  async look(heard: number, since: number): Promise<void> {
    this.startHeld(false)
    if (this.running.size >= this.concurrency || this.held.length >= mostAtOnce)
      return await Promise.race(this.running.values())
    if (this.options.settled && this.running.size > 0)
      await Promise.race([Promise.all(this.running.values()), this.rest(gatherMs)])
    if (this.stopping.signal.aborted) return
    const limit = this.options.settled ? mostAtOnce : this.concurrency - this.running.size
    const { claims, dueMs, known } = await this.queue.claim(this.durable, this.ackWaitMs, limit)
    this.registered = known
    const left = await this.unsettled(claims)
    this.held.push(...left)
    await this.restInBurst(claims.length - left.length)
    this.startHeld(claims.length === 1 && dueMs === null)
    if (!known || heard !== this.rings || this.running.size >= this.concurrency) return
    // Nothing was claimed of what is due: another process has it locked.
    if (dueMs === null || dueMs > 0)
      await this.restUntilWoken(Math.min(dueMs ?? pollMs, pollMs) - (performance.now() - since))
    else if (claims.length === 0) await this.rest(0)
  }

  async restInBurst(settled: number): Promise<void> {
    if (settled >= burst && settled < mostAtOnce) await this.rest(burstMs)
  }

  async restUntilWoken(ms: number): Promise<void> {
    this.woken = new AbortController()
    await this.rest(ms, this.woken.signal)
    this.woken = undefined
  }

  async rest(ms: number, wakeUp?: AbortSignal): Promise<void> {
    const signal = wakeUp ? AbortSignal.any([wakeUp, this.stopping.signal]) : this.stopping.signal
    await sleep(Math.max(ms, 5), undefined, { signal }).catch(() => undefined)
  }

  /** Those that have to be handled one by one. Only what comes for the first time is asked about. */
  async unsettled(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const busy = new Set([...this.running.keys(), ...this.held].map(entityOf))
    const first = claims.filter((claim) => claim.attempt === 1 && !busy.has(entityOf(claim)))
    if (!this.options.settled || first.length < 2) return claims
    this.asked = claims
    try {
      const places = await this.options.settled(first.map(({ event }) => event))
      const done = new Set(first.filter((_, place) => places.has(place)))
      if (done.size > 0) await this.queue.acknowledge(this.durable, [...done])
      return claims.filter((claim) => !done.has(claim))
    } catch (error) {
      this.log.debug({ error, durable: this.durable }, 'each of the events is looked at by itself')
      return claims
    } finally {
      this.asked = []
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
      // One that waits keeps later ones of its entity waiting.
      busy.add(entity)
    }
    this.held = left
  }

  async handle(claim: Claim, isAlone: boolean): Promise<void> {
    const actions = { acknowledge: this.acknowledging, ring: this.ring }
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
        'a delivery was neither acknowledged nor handed back',
      )
      // It comes again when its time is over.
      this.ring()
    } finally {
      this.running.delete(claim)
      if (this.held.length > 0) this.woken?.abort()
    }
  }
}
