/**
 * The lockout rules of contract.md#login-lockout, as pure functions of a counter. An attempt is counted
 * before its password check, so that parallel guesses cannot exceed the limit. When the check ends, the
 * attempt is removed or becomes a failure.
 */

/** Number of failures that lock the counter. */
export const attemptLimit = 5
/** Milliseconds after which a failure no longer counts. */
export const failureLifeMs = 15 * 60_000
/** Milliseconds of a lock; attempts during a lock do not extend it. */
export const lockMs = 15 * 60_000
/** Milliseconds after which an unfinished check counts as a failure, because its process may have died. */
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

/** The state of a counter that clients may see. */
export interface Standing {
  readonly locked: boolean
  readonly limit: number
  /** Failures left until the lock. */
  readonly remaining: number
  /** When the oldest failure expires, or the lock ends. */
  readonly resetAt: Date
}

export const untouchedCounter: Counter = { attempts: [] }

/** `wait`: the running checks would fill the counter if they all failed. */
export type Verdict = 'granted' | 'wait' | 'locked'

/** Adds an attempt, unless the counter is locked or full. */
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

/** Records a wrong password. The fifth failure locks the counter. */
export function failAttempt(counter: Counter, id: string, now: Date): Counter {
  const { attempts, lockedUntil } = current(counter, now)
  const updated = attempts.map((attempt) => (attempt.id === id ? { ...attempt, failed: true } : attempt))
  if (lockedUntil) return { attempts: updated, lockedUntil }
  return updated.filter(({ failed }) => failed).length >= attemptLimit
    ? lock(updated, now)
    : { attempts: updated }
}

/** Records a right password: removes failures, keeps running checks and a lock. */
export function clearFailures(counter: Counter, id: string, now: Date): Counter {
  const { attempts, lockedUntil } = current(counter, now)
  if (lockedUntil) return { attempts, lockedUntil }
  return { attempts: attempts.filter((attempt) => attempt.id !== id && !attempt.failed) }
}

/** Removes an attempt whose password was never checked. */
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

/** The counter without an ended lock and without expired failures. Abandoned checks become failures. */
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
