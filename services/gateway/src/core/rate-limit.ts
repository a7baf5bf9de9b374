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

type Windows = Map<string, Window>

/** Budgets of this gateway; {@link shareBudgets} exchanges them with other gateways. */
export function rateLimiter(limit: number, clock: Clock): RateLimiter {
  const windows: Windows = new Map()
  let nextPrune = 0

  const prune = (now: number) => {
    if (now < nextPrune) return
    nextPrune = now + windowMs
    for (const [caller, { ends }] of windows) if (ends <= now) windows.delete(caller)
  }
  return {
    take(caller) {
      const now = clock().getTime()
      prune(now)
      const window = openWindow(windows, caller, now) ?? { used: 0, ends: now + windowMs, unshared: 0 }
      window.used++
      window.unshared++
      windows.set(caller, window)
      return budgetOf(limit, window)
    },
    peek(caller) {
      const now = clock().getTime()
      return budgetOf(limit, openWindow(windows, caller, now) ?? { used: 0, ends: now + windowMs })
    },
    takeUnshared: (most) =>
      takeUnshared(windows, clock().getTime(), { minUsed: limit * sharedFrom, maxCallers: most }),
    returnUnshared: (requests) => returnUnshared(windows, clock().getTime(), requests),
    adopt: (shared) => adopt(windows, shared),
  }
}

function openWindow(windows: Windows, caller: string, now: number): Window | undefined {
  const known = windows.get(caller)
  return known && known.ends > now ? known : undefined
}

const budgetOf = (limit: number, { used, ends }: Pick<Window, 'used' | 'ends'>): Budget => ({
  limit,
  remaining: Math.max(0, limit - used),
  reset: Math.ceil(ends / 1000),
  exhausted: used > limit,
})

function takeUnshared(
  windows: Windows,
  now: number,
  { minUsed, maxCallers }: { readonly minUsed: number; readonly maxCallers: number },
): UnsharedRequests[] {
  const taken: UnsharedRequests[] = []
  for (const [caller, window] of windows) {
    if (taken.length === maxCallers) break
    if (window.unshared === 0 || window.ends <= now || window.used < minUsed) continue
    taken.push({ caller, requests: window.unshared })
    window.unshared = 0
  }
  return taken
}

function returnUnshared(windows: Windows, now: number, requests: readonly UnsharedRequests[]): void {
  for (const { caller, requests: count } of requests) {
    const window = openWindow(windows, caller, now)
    if (window) window.unshared += count
  }
}

function adopt(windows: Windows, shared: readonly SharedWindow[]): void {
  for (const { caller, used, endsAt } of shared) {
    const window = windows.get(caller)
    if (!window) continue
    window.used = used + window.unshared
    window.ends = endsAt.getTime()
  }
}
