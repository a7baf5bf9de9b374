import { accountLocked, busy } from '../errors.ts'
import { fairQueue, type Place } from '../fair-queue.ts'
import { failAttempt, reserveAttempt, type Standing, standing, withdrawAttempt } from '../lockout.ts'
import type { Ports } from '../ports.ts'

export interface LoginAttempts {
  /**
   * Counts one attempt in the counter with this key, and returns the id of the attempt. Waits while running
   * checks fill the counter.
   * @throws ACCOUNT_LOCKED, or BUSY after the maximum wait. Also throws BUSY if too many logins wait and this
   * one is the newest of the longest line (`Place`).
   */
  reserve(key: string, place: Place): Promise<string>
  /** @throws ACCOUNT_LOCKED if this failure locked the counter */
  fail(key: string, attempt: string): Promise<Standing>
  /** Removes an attempt whose password was not checked. */
  withdraw(key: string, attempt: string): Promise<void>
}

/**
 * Maximum milliseconds that a login waits for other logins with the same counter. Shorter than the caller's
 * deadline.
 */
const waitLimitMs = 20_000
/** Maximum waiting logins: `total` of trusted clients, as many of others, and `line` per client. */
const waitingLimits = { total: 1_000, line: 200 }
/**
 * Milliseconds between reads of a full counter. A login must poll, because the running checks may be in
 * another process.
 */
const pollMs = 50

export function loginAttempts({
  store,
  clock,
  newId,
  pause,
}: Pick<Ports, 'store' | 'clock' | 'newId' | 'pause'>): LoginAttempts {
  const serialized = serializeByKey()

  async function tryUntil(key: string, giveUpAt: number): Promise<string> {
    const id = newId()
    for (;;) {
      const now = clock()
      const { counter, verdict } = await store.write((tx) =>
        tx.changeCounter(key, now, (before) => reserveAttempt(before, id, now)),
      )
      if (verdict === 'granted') return id
      if (verdict === 'locked') throw accountLocked(standing(counter, now), now)
      if (clock().getTime() >= giveUpAt) throw busy()
      await pause(pollMs)
    }
  }

  return {
    reserve(key, place) {
      const giveUpAt = clock().getTime() + waitLimitMs
      return serialized(key, place, () => tryUntil(key, giveUpAt))
    },
    async fail(key, attempt) {
      const now = clock()
      const { counter } = await store.write((tx) =>
        tx.changeCounter(key, now, (before) => ({ counter: failAttempt(before, attempt, now) })),
      )
      const state = standing(counter, now)
      if (state.locked) throw accountLocked(state, now)
      return state
    },
    async withdraw(key, attempt) {
      await store.write((tx) =>
        tx.changeCounter(key, clock(), (before) => ({ counter: withdrawAttempt(before, attempt) })),
      )
    },
  }
}

/** Serializes work per key, so that only one waiting login per counter polls the store. */
function serializeByKey() {
  const tails = new Map<string, Promise<unknown>>()
  const waiting = fairQueue<{ reject(error: unknown): void }>(waitingLimits)
  return async <T>(key: string, place: Place, work: () => Promise<T>): Promise<T> => {
    const { promise: displaced, reject } = Promise.withResolvers<never>()
    const waiter = { reject }
    waiting.add(waiter, place)?.reject(busy())
    // `remove` returns false if the waiter was displaced.
    const serializedWork = async (): Promise<T> => (waiting.remove(waiter) ? work() : displaced)
    const turn = (tails.get(key) ?? Promise.resolve()).then(serializedWork, serializedWork)
    tails.set(key, turn)
    const done = turn.finally(() => {
      if (tails.get(key) === turn) tails.delete(key)
    })
    return Promise.race([done, displaced])
  }
}
