/** The last acknowledged value of everything that was written. */

/** Value of a deleted entity. */
export const gone = '(deleted)'

export interface Ledger {
  /** Sets the value before the first request. */
  assume(entity: string, value: string): void
  acknowledged(entity: string, value: string): void
  /** A request without a reply: this may be the value, now or soon. */
  unanswered(entity: string, value: string): void
  count(): number
  value(entity: string): string | undefined
  /**
   * Lost, duplicate and unrequested values. `found` has all values of each existing entity; more than one
   * value means that an effect happened twice.
   */
  errors(found: ReadonlyMap<string, readonly string[]>): LedgerErrors
}

export interface LedgerErrors {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly unrequested: readonly string[]
}

interface Entry {
  value: string
  /** Values without a reply, with the time of the request's timeout. */
  possible: { readonly value: string; readonly at: number }[]
}

/** Milliseconds for which a request without a reply may still run: longer than the deadline of any write. */
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
    errors(found) {
      const lost: string[] = []
      for (const [entity, { value, possible }] of entries) {
        const there = found.get(entity)?.[0] ?? gone
        if (there === value || possible.some((each) => each.value === there)) continue
        const allowed = [...new Set([value, ...possible.map((each) => each.value)])]
        lost.push(`${entity} is ${short(there)} instead of ${allowed.map(short).join(' or ')}`)
      }
      const doubled = [...found]
        .filter(([, values]) => values.length > 1)
        .map(([entity, values]) => `${entity} exists ${values.length} times`)
      const unrequested = [...found.keys()]
        .filter((entity) => !entries.has(entity))
        .map((entity) => `${entity} was never requested`)
      return { lost, doubled, unrequested }
    },
  }
}

const short = (value: string): string => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
