/** What the system has promised: the last acknowledged value of everything that was written. */

/** What is left of something that was deleted. */
export const gone = '(gone)'

export interface Ledger {
  /** What is so before anybody has asked for anything. */
  assume(entity: string, value: string): void
  /** The system said that this is so now. */
  acknowledged(entity: string, value: string): void
  /** This was asked for and no answer was seen: it may be so, now or in a moment. */
  unanswered(entity: string, value: string): void
  /** How many writes were acknowledged. */
  count(): number
  /** The acknowledged value. */
  value(entity: string): string | undefined
  /**
   * What was lost or is there without having been asked for. `found` holds every value of each entity that is there; one
   * that is there twice is an effect done twice.
   */
  faults(found: ReadonlyMap<string, readonly string[]>): LedgerFaults
}

export interface LedgerFaults {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly uncalled: readonly string[]
}

interface Entry {
  value: string
  /** Unanswered requests, with the time at which they were given up. */
  possible: { readonly value: string; readonly at: number }[]
}

/** Milliseconds for which a request without an answer may still be under way: longer than the deadline of any write. */
const flightMs = 15_000

export function openLedger(now: () => number = Date.now): Ledger {
  const entries = new Map<string, Entry>()
  let writes = 0
  const entryOf = (entity: string): Entry => {
    const known = entries.get(entity)
    if (known) return known
    const fresh = { value: gone, possible: [] }
    entries.set(entity, fresh)
    return fresh
  }
  return {
    assume(entity, value) {
      entryOf(entity).value = value
    },
    acknowledged(entity, value) {
      writes += 1
      const entry = entryOf(entity)
      entry.value = value
      entry.possible = entry.possible.filter(({ at }) => now() - at < flightMs)
    },
    unanswered(entity, value) {
      entryOf(entity).possible.push({ value, at: now() })
    },
    count: () => writes,
    value: (entity) => entries.get(entity)?.value,
    faults(found) {
      const lost: string[] = []
      for (const [entity, { value, possible }] of entries) {
        const there = found.get(entity)?.[0] ?? gone
        if (there === value || possible.some((each) => each.value === there)) continue
        const allowed = [...new Set([value, ...possible.map((each) => each.value)])]
        lost.push(`${entity} is ${short(there)} instead of ${allowed.map(short).join(' or ')}`)
      }
      const doubled = [...found]
        .filter(([, values]) => values.length > 1)
        .map(([entity, values]) => `${entity} is there ${values.length} times`)
      const uncalled = [...found.keys()]
        .filter((entity) => !entries.has(entity))
        .map((entity) => `${entity} was never asked for`)
      return { lost, doubled, uncalled }
    },
  }
}

const short = (value: string): string => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
