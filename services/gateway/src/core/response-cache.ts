/** Cache of responses that stay valid while content is unchanged. */
import type { Clock } from '@typecase/kernel'
import { sharedCall } from './shared-call.ts'
import { within } from './within.ts'

export interface Kept {
  /** Bytes. */
  readonly size: number
}

export interface ResponseCache<T extends Kept> {
  /**
   * Returns a response as current as a new call of `make`. A cached one is used only if the content version,
   * checked after this call began, is unchanged.
   */
  answer(key: string, make: () => Promise<T>): Promise<T>
}

export interface ResponseCacheOptions {
  /** Changes with every visible change of content. */
  readonly version: () => Promise<number>
  readonly clock: Clock
  /** Maximum bytes of the cache; the least recently used responses are evicted first. */
  readonly maxBytes: number
}

/** A version is a position of events that are deleted after days: after a long idle time it may repeat. */
const trustedMs = 3_600_000

export function responseCache<T extends Kept>({
  version,
  clock,
  maxBytes,
}: ResponseCacheOptions): ResponseCache<T> {
  let known: number | undefined
  let knownAt = 0
  let bytes = 0
  // In order of use: a Map keeps insertion order.
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

  /** Includes the key: clients choose it, and it may be longer than the response. */
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
      // A new response is not older than the known version, so it needs no check.
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
