/**
 * The rule of contract.md#login-lockout as arithmetic on a counter. An attempt is charged when it is reserved, before its password is checked, so that
 * parallel guesses cannot outrun the count; it turns into a failure or is taken off again when the check has ended.
 */

/** The failure of this number locks. */
export const attemptLimit = 5
/** Milliseconds for which a failure counts. */
export const failureLifeMs = 15 * 60_000
/** Milliseconds for which a lock lasts; attempts meanwhile do not extend it. */
export const lockMs = 15 * 60_000
/** Milliseconds after which a check that never ended counts as a failure: its process died, its outcome is unknown. */
const abandonedMs = 60_000

export interface Attempt {
  readonly id: string
  readonly at: Date
  readonly failed: boolean
}

export interface Counter {
  readonly attempts: readonly Attempt[]
  readonly lockedUntil?: Date | undefined
}

/** What the caller may know of a counter. */
export interface Standing {
  readonly locked: boolean
  readonly limit: number
  /** Failures left until the lock. */
  readonly remaining: number
  /** When the oldest failure stops to count, or the lock ends. */
  readonly resetAt: Date
}

export const untouchedCounter: Counter = { attempts: [] }

/** `wait`: as many checks are running as may fail; each may still turn out right. */
export type Verdict = 'granted' | 'wait' | 'locked'

/** Charges an attempt, unless the counter is locked or full. */
export function reserveAttempt(
  counter: Counter,
  id: string,
  now: Date,
): { counter: Counter; verdict: Verdict } {
  const { attempts, lockedUntil } = current(counter, now)
  if (lockedUntil) return { counter, verdict: 'locked' }
  if (attempts.length < attemptLimit) {
    return { counter: { attempts: [...attempts, { id, at: now, failed: false }] }, verdict: 'granted' }
  }
  if (attempts.some(({ failed }) => !failed)) return { counter, verdict: 'wait' }
  return { counter: lock(attempts, now), verdict: 'locked' }
}

/** The password was wrong. The failure that fills the counter locks it. */
export function failAttempt(counter: Counter, id: string, now: Date): Counter {
  const { attempts, lockedUntil } = current(counter, now)
  const settled = attempts.map((attempt) => (attempt.id === id ? { ...attempt, failed: true } : attempt))
  if (lockedUntil) return { attempts: settled, lockedUntil }
  return settled.filter(({ failed }) => failed).length >= attemptLimit
    ? lock(settled, now)
    : { attempts: settled }
}

/** The password was right: failures are forgotten, checks still running stay charged. A lock stays. */
export function clearFailures(counter: Counter, id: string, now: Date): Counter {
  const { attempts, lockedUntil } = current(counter, now)
  if (lockedUntil) return { attempts, lockedUntil }
  return { attempts: attempts.filter((attempt) => attempt.id !== id && !attempt.failed) }
}

/** The password was never checked: as if nobody had tried. */
export function withdrawAttempt(counter: Counter, id: string): Counter {
  return { ...counter, attempts: counter.attempts.filter((attempt) => attempt.id !== id) }
}

export function standing(counter: Counter, now: Date): Standing {
  const { attempts, lockedUntil } = current(counter, now)
  if (lockedUntil) return { locked: true, limit: attemptLimit, remaining: 0, resetAt: lockedUntil }
  const failures = attempts.filter(({ failed }) => failed).map(({ at }) => at.getTime())
  const resetAt = failures.length > 0 ? new Date(Math.min(...failures) + failureLifeMs) : now
  return { locked: false, limit: attemptLimit, remaining: attemptLimit - failures.length, resetAt }
}

/** The counter without what has passed: an ended lock, failures too old to count. */
function current({ attempts, lockedUntil }: Counter, now: Date): Counter {
  const age = ({ at }: Attempt) => now.getTime() - at.getTime()
  const counting = attempts
    .filter((attempt) => age(attempt) < failureLifeMs)
    .map((attempt) => (age(attempt) >= abandonedMs ? { ...attempt, failed: true } : attempt))
  return lockedUntil && lockedUntil > now ? { attempts: counting, lockedUntil } : { attempts: counting }
}

const lock = (attempts: readonly Attempt[], now: Date): Counter => ({
  attempts,
  lockedUntil: new Date(now.getTime() + lockMs),
})
