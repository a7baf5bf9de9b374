/** Counts request outcomes by kind of write. */
import type { Outcome } from './requests.ts'

export interface Tally {
  add(write: string, outcome: Outcome): void
  /** Records an unexpected response, such as one that contradicts acknowledged state, or a lost session. */
  wrong(write: string, what: string): void
  rows(): (readonly [write: string, done: number, unsent: number, unknown: number])[]
  /** Number of unknown outcomes by reason. */
  reasons(): ReadonlyMap<string, number>
  errors(): readonly string[]
}

export function tally(): Tally {
  const counts = new Map<string, Record<Outcome['kind'], number>>()
  const reasons = new Map<string, number>()
  const errors: string[] = []
  return {
    add(write, outcome) {
      const row = counts.get(write) ?? { done: 0, refused: 0, unsent: 0, unknown: 0 }
      counts.set(write, row)
      row[outcome.kind] += 1
      if (outcome.kind === 'unknown') reasons.set(outcome.why, (reasons.get(outcome.why) ?? 0) + 1)
    },
    wrong: (write, what) => void errors.push(`${write}: ${what}`),
    rows: () =>
      [...counts].map(([write, { done, unsent, unknown }]) => [write, done, unsent, unknown] as const),
    reasons: () => reasons,
    errors: () => errors,
  }
}
