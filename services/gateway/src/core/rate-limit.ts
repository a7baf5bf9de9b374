/** The general request budget (contract.md#rate-limits): fixed windows of a minute, one counter a caller. */
import type { Clock } from '@typecase/kernel'

export interface Budget {
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds at which the budget is whole again. */
  readonly reset: number
  readonly exhausted: boolean
}

const windowMs = 60_000

export interface RateLimiter {
  /** Takes one request from the caller's budget. */
  take(caller: string): Budget
  /** The caller's budget as it stands. */
  peek(caller: string): Budget
}

/** Budgets are kept in this process: with several gateways each grants its own. Ended windows are forgotten. */
export function rateLimiter(limit: number, clock: Clock): RateLimiter {
  const windows = new Map<string, { used: number; ends: number }>()
  let nextSweep = 0

  const sweep = (now: number) => {
    if (now < nextSweep) return
    nextSweep = now + windowMs
    for (const [caller, { ends }] of windows) if (ends <= now) windows.delete(caller)
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
      sweep(now)
      const known = windows.get(caller)
      const current = known && known.ends > now ? known : { used: 0, ends: now + windowMs }
      current.used++
      windows.set(caller, current)
      return budget(current.used, current.ends)
    },
    peek(caller) {
      const now = clock().getTime()
      const known = windows.get(caller)
      return known && known.ends > now ? budget(known.used, known.ends) : budget(0, now + windowMs)
    },
  }
}
