import type { Clock } from '@typecase/kernel'

/** One token bucket per client network. An empty bucket refills within a minute. */
export interface NetworkBudget {
  take(network: string): Verdict
  /** Returns the token of a successful attempt. */
  giveBack(network: string): void
}

export type Verdict =
  | { readonly isGranted: true }
  /** `isFirst` is true for the first rejection of the network since its bucket was last full. */
  | { readonly isGranted: false; readonly retryAfterSeconds: number; readonly isFirst: boolean }

interface Bucket {
  tokens: number
  at: number
  hasRefused: boolean
}

const minuteMs = 60_000

/** The budgets are separate in each process. Full buckets are removed from memory. */
export function networkBudget({
  clock,
  loginsPerMinute: capacity,
}: {
  clock: Clock
  loginsPerMinute: number
}): NetworkBudget {
  const buckets = new Map<string, Bucket>()
  let pruneAt = 0

  const filled = (bucket: Bucket, now: number): Bucket => {
    const tokens = Math.min(capacity, bucket.tokens + ((now - bucket.at) * capacity) / minuteMs)
    return { tokens, at: now, hasRefused: bucket.hasRefused && tokens < capacity }
  }
  const prune = (now: number) => {
    if (now < pruneAt) return
    pruneAt = now + minuteMs
    for (const [network, bucket] of buckets)
      if (filled(bucket, now).tokens >= capacity) buckets.delete(network)
  }
  return {
    take(network) {
      const now = clock().getTime()
      prune(now)
      const bucket = filled(buckets.get(network) ?? { tokens: capacity, at: now, hasRefused: false }, now)
      buckets.set(network, bucket)
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1
        return { isGranted: true }
      }
      const isFirst = !bucket.hasRefused
      bucket.hasRefused = true
      return {
        isGranted: false,
        retryAfterSeconds: Math.ceil(((1 - bucket.tokens) * minuteMs) / capacity / 1000),
        isFirst,
      }
    },
    giveBack(network) {
      const bucket = buckets.get(network)
      if (bucket) bucket.tokens = Math.min(capacity, bucket.tokens + 1)
    },
  }
}
