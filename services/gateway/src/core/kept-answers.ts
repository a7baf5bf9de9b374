/** Finished answers, kept as long as what they are made of is unchanged. */
import type { Clock } from '@typecase/kernel'
import { sharedCall } from './shared-call.ts'
import { within } from './within.ts'

export interface Kept {
  /** Bytes. */
  readonly size: number
}

export interface KeptAnswers<T extends Kept> {
  /**
   * The answer under that key, as current as if `make` had been called now: a kept one is used only after the version
   * was asked for since this call began, and found to be the one it was made at.
   */
  answer(key: string, make: () => Promise<T>): Promise<T>
}

export interface KeptAnswersOptions {
  /** Changes with every change of what answers are made of, in the same instant as that change becomes visible. */
  readonly version: () => Promise<number>
  readonly clock: Clock
  /** Bytes of answers to keep at most; the longest unused go first. */
  readonly maxBytes: number
}

/** A version is the highest position among facts that are kept for days: after a long silence it may be one that was there before. */
const trustedMs = 3_600_000

export function keptAnswers<T extends Kept>({
  version,
  clock,
  maxBytes,
}: KeptAnswersOptions): KeptAnswers<T> {
  let known: number | undefined
  let knownAt = 0
  let bytes = 0
  // In the order of use: a Map keeps that of insertion.
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

  /** With its key, which may be longer than the answer: a caller chooses it. */
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
      // What is made anew needs no check: it is not older than the version that was known before.
      if (known === undefined || answers.has(key)) await within(check())
      const kept = answers.get(key)
      if (kept) {
        answers.delete(key)
        answers.set(key, kept)
        return kept
      }
      const before = { known, knownAt }
      const made = await make()
      if (known === before.known && clock().getTime() - before.knownAt <= trustedMs) keep(key, made)
      return made
    },
  }
}
