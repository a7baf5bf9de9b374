import type { Clock } from '@typecase/kernel'
import type { Marketplace } from '../ports.ts'

/**
 * Caches the catalogue for `seconds` seconds; 0 disables the cache (contract.md#marketplace). Errors are not
 * cached.
 */
export function cachedMarketplace(marketplace: Marketplace, seconds: number, clock: Clock): Marketplace {
  return {
    ...marketplace,
    themes: cached(() => marketplace.themes(), seconds, clock),
    categories: cached(() => marketplace.categories(), seconds, clock),
  }
}

function cached<T>(read: () => Promise<T>, seconds: number, clock: Clock): () => Promise<T> {
  if (seconds === 0) return read
  let last: { readonly until: number; readonly value: Promise<T> } | undefined
  return () => {
    const now = clock().getTime()
    if (last && now < last.until) return last.value
    const entry = { until: now + seconds * 1000, value: read() }
    last = entry
    entry.value.catch(() => {
      if (last === entry) last = undefined
    })
    return entry.value
  }
}
