import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log/index.ts'
import type { ConsumeOptions, Delivery, Subscription } from './bus.ts'
import { busUnavailable } from './errors.ts'
import type { Claim, localQueue } from './local-queue.ts'

const pollMs = 5_000

interface LocalConsumerOptions extends ConsumeOptions {
  readonly queue: ReturnType<typeof localQueue>
  readonly register: () => Promise<void>
  readonly registered: boolean
  /** Calls it when there is something for this consumer. */
  readonly listen: (fn: () => void) => Promise<() => Promise<void>>
  readonly log: Logger
}

/**
 * Takes what is due: each worker one delivery, and several where the consumer settles them at once. A publish wakes one worker, which
 * wakes another when there is more to do; besides the next due time does, and 5 s that are over.
 */
export async function localConsumer(options: LocalConsumerOptions): Promise<Pick<Subscription, 'stop'>> {
  const { durable, queue, log, concurrency = 1, ackWaitMs = 10_000 } = options
  const stopping = new AbortController()
  let registered = options.registered
  /** The position up to which the consumer was asked. */
  let asked = 0
  /** How often it rang: a worker that looked before the last time looks once more before it rests. */
  let rings = 0
  const resting = new Set<AbortController>()
  const wake = () => {
    const [one] = resting
    if (!one) return
    resting.delete(one)
    one.abort()
  }
  const ring = () => {
    rings += 1
    wake()
  }
  const unlisten = await options.listen(ring)

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const heard = rings
      try {
        if (!registered) await options.register()
        registered = true
        await looked(heard, performance.now())
      } catch (error) {
        registered = false
        log.warn({ error, durable }, 'consumer interrupted; trying again')
        await rest(1_000)
      }
    }
  }

  /** Rests when nothing else was due then, and nobody has rung since `heard`. */
  async function looked(heard: number, since: number): Promise<void> {
    const { claim, dueMs, known } = await queue.claim(durable, ackWaitMs, asked)
    registered = known
    const isLast = dueMs === null || dueMs > 0
    if (claim && !isLast) wake()
    if (claim) await handle(claim, dueMs === null)
    if (claim?.more && options.settled) await settleSome(options.settled)
    // Somebody else has taken it, and has not said so yet.
    if (!claim && !isLast) return await rest(0)
    if (!known || !isLast || heard !== rings) return
    const woken = new AbortController()
    resting.add(woken)
    await rest(Math.min(dueMs ?? pollMs, pollMs) - (performance.now() - since), woken.signal)
    resting.delete(woken)
  }

  async function rest(ms: number, woken?: AbortSignal): Promise<void> {
    const signal = woken ? AbortSignal.any([woken, stopping.signal]) : stopping.signal
    await sleep(Math.max(ms, 5), undefined, { signal }).catch(() => undefined)
  }

  /** What the answer leaves is handed over one by one, and not asked about again by this process. */
  async function settleSome(ask: NonNullable<ConsumeOptions['settled']>): Promise<void> {
    const some = await queue.claimSome(durable, ackWaitMs, asked)
    if (some.length === 0) return
    asked = Math.max(asked, some.at(-1)?.position ?? 0)
    const positions = some.map(({ position }) => position)
    const beat = setInterval(() => void queue.hide(durable, positions, ackWaitMs).catch(() => undefined), ackWaitMs / 3)
    let places: ReadonlySet<number> = new Set()
    try {
      places = await ask(some.map(({ event }) => event))
    } catch (error) {
      log.debug({ error, durable }, 'each of the events is looked at by itself')
    } finally {
      clearInterval(beat)
    }
    const done = positions.filter((_, place) => places.has(place))
    const others = positions.filter((_, place) => !places.has(place))
    await queue.settle(durable, done, others)
    if (others.length > 0) ring()
  }

  async function handle(claim: Claim, isAlone: boolean): Promise<void> {
    try {
      await options.handle(deliveryOf(claim, isAlone))
    } catch (error) {
      // It comes again when its time is over.
      rings += 1
      log.error({ error, durable, subject: claim.subject }, 'a delivery was neither acknowledged nor handed back')
    }
  }

  const deliveryOf = (claim: Claim, isAlone: boolean): Delivery => ({
    event: claim.event,
    subject: claim.subject,
    attempt: claim.attempt,
    isAlone,
    ack: () => queue.acknowledge(durable, claim).catch(rethrowUnavailable),
    retry: async (delayMs) => {
      await queue.postpone(durable, claim, delayMs).catch(rethrowUnavailable)
      // It is due before what was known of.
      rings += 1
    },
    progress: () => queue.postpone(durable, claim, ackWaitMs).catch(rethrowUnavailable),
  })

  const workers = Promise.all(Array.from({ length: concurrency }, work))
  return {
    stop: async () => {
      stopping.abort()
      await workers
      await unlisten()
    },
  }
}

function rethrowUnavailable(error: unknown): never {
  throw busUnavailable(error)
}
