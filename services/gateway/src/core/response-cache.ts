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
  const answers = new LruCache<T>(maxBytes)

  const check = sharedCall(async () => {
    const current = await version()
    const now = clock().getTime()
    if (current !== known || now - knownAt > trustedMs) answers.clear()
    known = current
    knownAt = now
  })

  return {
    async answer(key, make) {
      // A new response cannot be older than the known version, so no check is needed.
      if (known === undefined || answers.has(key)) await within(check())
      const cached = answers.get(key)
      if (cached) return cached
      const before = { known, knownAt }
      const answer = await make()
      if (known === before.known && clock().getTime() - before.knownAt <= trustedMs) answers.set(key, answer)
      return answer
    },
  }
}

/** Responses by key, up to `maxBytes`. */
class LruCache<T extends Kept> {
  readonly maxBytes
  bytes = 0
  /** Least recently used first, because a Map keeps insertion order. */
  readonly answers = new Map<string, T>()

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  has(key: string): boolean {
    return this.answers.has(key)
  }

  get(key: string): T | undefined {
    const answer = this.answers.get(key)
    if (!answer) return undefined
    this.answers.delete(key)
    this.answers.set(key, answer)
    return answer
  }

  /**
   * Stores a response and evicts the least recently used ones. Skips a response larger than 1/16 of
   * `maxBytes`.
   */
  set(key: string, answer: T): void {
    this.delete(key)
    if (sizeOf(key, answer) > this.maxBytes / 16) return
    this.answers.set(key, answer)
    this.bytes += sizeOf(key, answer)
    for (const oldest of this.answers.keys()) {
      if (this.bytes <= this.maxBytes) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const answer = this.answers.get(key)
    if (answer === undefined) return
    this.bytes -= sizeOf(key, answer)
    this.answers.delete(key)
  }

  clear(): void {
    this.answers.clear()
    this.bytes = 0
  }
}

/** Includes the key, because clients choose keys, which may be longer than the response. */
const sizeOf = (key: string, answer: Kept): number => answer.size + 2 * key.length
