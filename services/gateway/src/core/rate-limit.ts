/** The general request budget (contract.md#rate-limits): fixed windows of one minute per caller. */
import type { Clock } from '@typecase/kernel'

export interface Budget {
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds at which the budget is restored. */
  readonly reset: number
  readonly exhausted: boolean
}

/** Requests of one caller that other gateways have not counted yet. */
export interface UnsharedRequests {
  readonly caller: string
  readonly requests: number
}

/** Requests of one caller to all gateways. */
export interface SharedWindow {
  readonly caller: string
  readonly used: number
  readonly endsAt: Date
}

const windowMs = 60_000
/** The gateway shares counts only of callers that have used this fraction of their budget at this gateway. */
const sharedFrom = 1 / 20

export interface RateLimiter {
  /** Takes one request from the caller's budget. */
  take(caller: string): Budget
  /** The caller's current budget. */
  peek(caller: string): Budget
  /** Removes and returns the unshared counts of up to `limit` frequent callers. */
  takeUnshared(limit: number): readonly UnsharedRequests[]
  /** Restores counts after a failed exchange. */
  returnUnshared(requests: readonly UnsharedRequests[]): void
  /** Replaces local counts with the shared ones, plus the local requests that are not shared yet. */
  adopt(windows: readonly SharedWindow[]): void
}

interface Window {
  used: number
  ends: number
  unshared: number
}

/** Budgets of this gateway; {@link shareBudgets} exchanges them with other gateways. */
export function rateLimiter(limit: number, clock: Clock): RateLimiter {
  const windows = new Map<string, Window>()
  let nextPrune = 0

  const prune = (now: number) => {
    if (now < nextPrune) return
    nextPrune = now + windowMs
    for (const [caller, { ends }] of windows) if (ends <= now) windows.delete(caller)
  }
  const open = (caller: string, now: number): Window | undefined => {
    const known = windows.get(caller)
    return known && known.ends > now ? known : undefined
  }
  const budget = (used: number, ends: number): Budget => ({
    limit,
    remaining: Math.max(0, limit - used),
    reset: Math.ceil(ends / 1000),
    exhausted: used > limit,
  })
  return {
    take(caller) {
      const now = clock().getTime()
      prune(now)
      const window = open(caller, now) ?? { used: 0, ends: now + windowMs, unshared: 0 }
      window.used++
      window.unshared++
      windows.set(caller, window)
      return budget(window.used, window.ends)
    },
    peek(caller) {
      const now = clock().getTime()
      const window = open(caller, now)
      return window ? budget(window.used, window.ends) : budget(0, now + windowMs)
    },
    takeUnshared(most) {
      const now = clock().getTime()
      const taken: UnsharedRequests[] = []
      for (const [caller, window] of windows) {
        if (taken.length === most) break
        if (window.unshared === 0 || window.ends <= now || window.used < limit * sharedFrom) continue
        taken.push({ caller, requests: window.unshared })
        window.unshared = 0
      }
      return taken
    },
    returnUnshared(requests) {
      const now = clock().getTime()
      for (const { caller, requests: count } of requests) {
        const window = open(caller, now)
        if (window) window.unshared += count
      }
    },
    adopt(shared) {
      for (const { caller, used, endsAt } of shared) {
        const window = windows.get(caller)
        if (!window) continue
        window.used = used + window.unshared
        window.ends = endsAt.getTime()
      }
    },
  }
}
