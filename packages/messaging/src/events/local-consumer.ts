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
  const { durable, queue, log, concurrency = 1, ackWaitMs = 10_000 } = options
  const stopping = new AbortController()
  const running = new Map<Claim, Promise<void>>()
  /** Claimed and not begun. */
  let held: Claim[] = []
  /** Claimed, and the consumer is being asked about them. */
  let asked: readonly Claim[] = []
  let registered = options.registered
  /** A look that began before the last ring is repeated before the consumer rests. */
  let rings = 0
  let woken: AbortController | undefined
  const ring = () => {
    rings += 1
    woken?.abort()
  }
  const acknowledging = inGroups((claims: readonly Claim[]) => queue.acknowledge(durable, claims))
  const unlisten = await options.listen(ring)
  const beat = setInterval(() => void hideLonger(), ackWaitMs / 3)

  async function hideLonger(): Promise<void> {
    const claims = [...held, ...asked]
    if (claims.length === 0) return
    await queue.hide(durable, claims, ackWaitMs).catch((error: unknown) => log.debug({ error, durable }, 'claims not extended'))
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const heard = rings
      try {
        if (!registered) await options.register()
        registered = true
        await look(heard, performance.now())
      } catch (error) {
        registered = false
        log.warn({ error, durable }, 'consumer interrupted; trying again')
        await rest(1_000)
      }
    }
    await Promise.all(running.values())
    if (held.length > 0) await queue.handBack(durable, held).catch((error: unknown) => log.debug({ error, durable }, 'claims not returned'))
  }

  /** One claim, then a rest when nothing else was due then and nothing has come since `heard`. */
  async function look(heard: number, since: number): Promise<void> {
    startHeld(false)
    if (running.size >= concurrency || held.length >= mostAtOnce) return await Promise.race(running.values())
    if (options.settled && running.size > 0) await Promise.race([Promise.all(running.values()), rest(gatherMs)])
    if (stopping.signal.aborted) return
    const limit = options.settled ? mostAtOnce : concurrency - running.size
    const { claims, dueMs, known } = await queue.claim(durable, ackWaitMs, limit)
    registered = known
    const left = await unsettled(claims)
    held.push(...left)
    await restInBurst(claims.length - left.length)
    startHeld(claims.length === 1 && dueMs === null)
    if (!known || heard !== rings || running.size >= concurrency) return
    // Nothing was claimed of what is due: another process has it locked.
    if (dueMs === null || dueMs > 0) await restUntilWoken(Math.min(dueMs ?? pollMs, pollMs) - (performance.now() - since))
    else if (claims.length === 0) await rest(0)
  }

  async function restInBurst(settled: number): Promise<void> {
    if (settled >= burst && settled < mostAtOnce) await rest(burstMs)
  }

  async function restUntilWoken(ms: number): Promise<void> {
    woken = new AbortController()
    await rest(ms, woken.signal)
    woken = undefined
  }

  async function rest(ms: number, wakeUp?: AbortSignal): Promise<void> {
    const signal = wakeUp ? AbortSignal.any([wakeUp, stopping.signal]) : stopping.signal
    await sleep(Math.max(ms, 5), undefined, { signal }).catch(() => undefined)
  }

  /** Those that have to be handled one by one. Only what comes for the first time is asked about. */
  async function unsettled(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const busy = new Set([...running.keys(), ...held].map(entityOf))
    const first = claims.filter((claim) => claim.attempt === 1 && !busy.has(entityOf(claim)))
    if (!options.settled || first.length < 2) return claims
    asked = claims
    try {
      const places = await options.settled(first.map(({ event }) => event))
      const done = new Set(first.filter((_, place) => places.has(place)))
      if (done.size > 0) await queue.acknowledge(durable, [...done])
      return claims.filter((claim) => !done.has(claim))
    } catch (error) {
      log.debug({ error, durable }, 'each of the events is looked at by itself')
      return claims
    } finally {
      asked = []
    }
  }

  function startHeld(isAlone: boolean): void {
    const busy = new Set([...running.keys()].map(entityOf))
    const left: Claim[] = []
    for (const claim of held) {
      const entity = entityOf(claim)
      if (stopping.signal.aborted || running.size >= concurrency || busy.has(entity)) left.push(claim)
      else running.set(claim, handle(claim, isAlone))
      // One that waits keeps later ones of its entity waiting.
      busy.add(entity)
    }
    held = left
  }

  async function handle(claim: Claim, isAlone: boolean): Promise<void> {
    const actions = { acknowledge: acknowledging, ring }
    try {
      await options.handle(localDelivery(claim, { ...actions, queue, durable, ackWaitMs, isAlone }))
    } catch (error) {
      log.error({ error, durable, subject: claim.subject }, 'a delivery was neither acknowledged nor handed back')
      // It comes again when its time is over.
      ring()
    } finally {
      running.delete(claim)
      if (held.length > 0) woken?.abort()
    }
  }

  const working = work()
  return {
    stop: async () => {
      stopping.abort()
      await working
      clearInterval(beat)
      await unlisten()
    },
  }
}
