import { accountLocked, busy } from '../errors.ts'
import { fairQueue, type Place } from '../fair-queue.ts'
import { failAttempt, reserveAttempt, type Standing, standing, withdrawAttempt } from '../lockout.ts'
import type { Ports } from '../ports.ts'

export interface LoginAttempts {
  /**
   * Charges one attempt to the counter and answers its id. While as many checks run as may fail, it waits for one of them to
   * end. @throws ACCOUNT_LOCKED, BUSY when that takes too long, or when too many wait and its line is the longest
   */
  reserve(key: string, place: Place): Promise<string>
  /** The attempt failed. @throws ACCOUNT_LOCKED when this locked the counter */
  fail(key: string, attempt: string): Promise<Standing>
  /** The attempt was not judged. */
  withdraw(key: string, attempt: string): Promise<void>
}

/** Milliseconds that a login waits for others of its counter. Shorter than a caller's patience. */
const waitLimitMs = 20_000
/** Logins that wait at a time, over all counters, and of one line. */
const waitingLimits = { total: 1_000, line: 200 }
/** Milliseconds between two looks at a full counter: its checks may be running in another process. */
const lookEveryMs = 50

export function loginAttempts({
  store,
  clock,
  newId,
  pause,
}: Pick<Ports, 'store' | 'clock' | 'newId' | 'pause'>): LoginAttempts {
  const inTurn = turns()

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
      await pause(lookEveryMs)
    }
  }

  return {
    reserve(key, place) {
      const giveUpAt = clock().getTime() + waitLimitMs
      return inTurn(key, place, () => tryUntil(key, giveUpAt))
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

/** Lets the work of one key run one after the other, so that of many who wait for a counter only one asks the store. */
function turns() {
  const tails = new Map<string, Promise<unknown>>()
  const waiting = fairQueue<{ reject(error: unknown): void }>(waitingLimits)
  return async <T>(key: string, place: Place, work: () => Promise<T>): Promise<T> => {
    const { promise: displaced, reject } = Promise.withResolvers<never>()
    const waiter = { reject }
    waiting.add(waiter, place)?.reject(busy())
    // One that was displaced, or whose work has begun, is not in the queue any more.
    const workInTurn = async (): Promise<T> => (waiting.remove(waiter) ? work() : displaced)
    const turn = (tails.get(key) ?? Promise.resolve()).then(workInTurn, workInTurn)
    tails.set(key, turn)
    const done = turn.finally(() => {
      if (tails.get(key) === turn) tails.delete(key)
    })
    return Promise.race([done, displaced])
  }
}
