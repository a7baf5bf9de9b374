import { accountLocked, busy } from '../errors.ts'
import { failAttempt, reserveAttempt, type Standing, standing, withdrawAttempt } from '../lockout.ts'
import type { Ports } from '../ports.ts'

export interface LoginAttempts {
  /**
   * Charges one attempt to the counter and answers its id. While as many checks run as may fail, it waits for one of them to
   * end. @throws ACCOUNT_LOCKED, BUSY when that takes too long or too many wait
   */
  reserve(key: string): Promise<string>
  /** The attempt failed. @throws ACCOUNT_LOCKED when this locked the counter */
  fail(key: string, attempt: string): Promise<Standing>
  /** The attempt was not judged. */
  withdraw(key: string, attempt: string): Promise<void>
}

/** Milliseconds that a login waits for others of its counter. Shorter than a caller's patience. */
const waitLimitMs = 20_000
/** Logins that wait at a time, over all counters. */
const waitingLimit = 1_000
/** Milliseconds between two looks at a full counter: its checks may be running in another process. */
const lookEveryMs = 50

export function loginAttempts({ store, clock, newId, pause }: Pick<Ports, 'store' | 'clock' | 'newId' | 'pause'>): LoginAttempts {
  const inTurn = turns()

  async function tryUntil(key: string, giveUpAt: number): Promise<string> {
    const id = newId()
    for (;;) {
      const now = clock()
      const { counter, verdict } = await store.write((tx) => tx.changeCounter(key, now, (before) => reserveAttempt(before, id, now)))
      if (verdict === 'granted') return id
      if (verdict === 'locked') throw accountLocked(standing(counter, now), now)
      if (clock().getTime() >= giveUpAt) throw busy()
      await pause(lookEveryMs)
    }
  }

  return {
    reserve(key) {
      const giveUpAt = clock().getTime() + waitLimitMs
      return inTurn(key, () => tryUntil(key, giveUpAt))
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
      await store.write((tx) => tx.changeCounter(key, clock(), (before) => ({ counter: withdrawAttempt(before, attempt) })))
    },
  }
}

/** Lets the work of one key run one after the other, so that of many who wait for a counter only one asks the store. */
function turns() {
  const tails = new Map<string, Promise<unknown>>()
  let waiting = 0
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (waiting >= waitingLimit) throw busy()
    waiting += 1
    const turn = (tails.get(key) ?? Promise.resolve()).then(work, work)
    tails.set(key, turn)
    try {
      return await turn
    } finally {
      waiting -= 1
      if (tails.get(key) === turn) tails.delete(key)
    }
  }
}
