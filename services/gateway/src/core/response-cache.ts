/** Cache of responses that stay valid while content is unchanged. */
import type { Clock } from '@typecase/kernel'
import { sharedCall } from './shared-call.ts'
import { within } from './within.ts'

export interface Kept {
  /** Size in bytes. */
  readonly size: number
}

export interface ResponseCache<T extends Kept> {
  /**
   * Returns the cached response if the content version is unchanged, else the result of `make`. Reads the
   * version after this call began, so the response is never older than the call.
   */
  answer(key: string, make: () => Promise<T>): Promise<T>
}

export interface ResponseCacheOptions {
  /** Returns the content version, which changes with every visible change of content. */
  readonly version: () => Promise<number>
  readonly clock: Clock
  /** Maximum bytes of the cache; the least recently used responses are evicted first. */
  readonly maxBytes: number
}

/**
 * Milliseconds for which an unchanged version is trusted. A version is the position of the last event; events
 * are deleted after days, so after a long idle time a position may repeat.
 */
const trustedMs = 3_600_000

export function responseCache<T extends Kept>({
  version,
  clock,
  maxBytes,
}: ResponseCacheOptions): ResponseCache<T> {
  let known: number | undefined
  let knownAt = 0
  let bytes = 0
  // Least recently used first, because a Map keeps insertion order.
  const answers = new Map<string, T>()

  const check = sharedCall(async () => {
    const current = await version()
    const now = clock().getTime()
    if (current !== known || now - knownAt > trustedMs) {
      answers.clear()
      bytes = 0
    }
    known = current
    knownAt = now
  })

  /** Includes the key, because clients choose keys, which may be longer than the response. */
  const sizeOf = (key: string, answer: T) => answer.size + 2 * key.length
  const drop = (key: string) => {
    const answer = answers.get(key)
    if (answer === undefined) return
    bytes -= sizeOf(key, answer)
    answers.delete(key)
  }
  const keep = (key: string, answer: T) => {
    drop(key)
    if (sizeOf(key, answer) > maxBytes / 16) return
    answers.set(key, answer)
    bytes += sizeOf(key, answer)
    for (const oldest of answers.keys()) {
      if (bytes <= maxBytes) return
      drop(oldest)
    }
  }

  return {
    async answer(key, make) {
      // A new response cannot be older than the known version, so no check is needed.
      if (known === undefined || answers.has(key)) await within(check())
      const cached = answers.get(key)
      if (cached) {
        answers.delete(key)
        answers.set(key, cached)
        return cached
      }
      const before = { known, knownAt }
      const answer = await make()
      if (known === before.known && clock().getTime() - before.knownAt <= trustedMs) keep(key, answer)
      return answer
    },
  }
}
