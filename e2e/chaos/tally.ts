/** Counts of what became of requests, by kind of write. */
import type { Outcome } from './requests.ts'

export interface Tally {
  add(write: string, outcome: Outcome): void
  /** Answers that must not come: a refusal of what was acknowledged before, a session that was lost. */
  wrong(write: string, what: string): void
  rows(): (readonly [write: string, done: number, unsent: number, unknown: number])[]
  /** How often each reason of an unknown outcome was seen. */
  reasons(): ReadonlyMap<string, number>
  faults(): readonly string[]
}

export function tally(): Tally {
  const counts = new Map<string, Record<Outcome['kind'], number>>()
  const reasons = new Map<string, number>()
  const faults: string[] = []
  return {
    add(write, outcome) {
      const row = counts.get(write) ?? { done: 0, refused: 0, unsent: 0, unknown: 0 }
      counts.set(write, row)
      row[outcome.kind] += 1
      if (outcome.kind === 'unknown') reasons.set(outcome.why, (reasons.get(outcome.why) ?? 0) + 1)
    },
    wrong: (write, what) => void faults.push(`${write}: ${what}`),
    rows: () =>
      [...counts].map(([write, { done, unsent, unknown }]) => [write, done, unsent, unknown] as const),
    reasons: () => reasons,
    faults: () => faults,
  }
}
