/** Records the last acknowledged value of every entity that the clients write. */

/** Value of a deleted entity. */
export const deletedValue = '(deleted)'

export interface Ledger {
  /** Records the value that an entity had before the first request. */
  assume(entity: string, value: string): void
  acknowledged(entity: string, value: string): void
  /** Records a request without a response: the entity may have this value now or later. */
  unconfirmed(entity: string, value: string): void
  count(): number
  value(entity: string): string | undefined
  /**
   * Returns lost, duplicate and unrequested values. `found` has the values of each existing entity; more than
   * one means that a request took effect twice.
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
  /** Values of requests without a response, with the time when the client gave up. */
  possible: { readonly value: string; readonly at: number }[]
}

/** Milliseconds for which a request without a response may still run. Exceeds the deadline of any write. */
const flightMs = 15_000

export function openLedger(now: () => number = Date.now): Ledger {
  const entries = new Map<string, Entry>()
  let writes = 0
  const entryOf = (entity: string): Entry => {
    const existing = entries.get(entity)
    if (existing) return existing
    const fresh = { value: deletedValue, possible: [] }
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
    unconfirmed(entity, value) {
      entryOf(entity).possible.push({ value, at: now() })
    },
    count: () => writes,
    value: (entity) => entries.get(entity)?.value,
    errors(found) {
      const lost: string[] = []
      for (const [entity, { value, possible }] of entries) {
        const actual = found.get(entity)?.[0] ?? deletedValue
        if (actual === value || possible.some((each) => each.value === actual)) continue
        const allowed = [...new Set([value, ...possible.map((each) => each.value)])]
        lost.push(`${entity} is ${short(actual)} instead of ${allowed.map(short).join(' or ')}`)
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
