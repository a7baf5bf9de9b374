/**
 * Limits how much input an error response repeats, so that the response is never much larger than the
 * request.
 */

/** The parts of an error that may repeat input. */
interface Repeating {
  readonly message: string
  readonly details: readonly { readonly path: string; readonly message: string }[]
  readonly fields: Readonly<Record<string, unknown>>
}

/** Maximum code points of `error`, and of `path` and `message` in `details`. */
export const maxTextLength = 200
/** Maximum code points of strings in other members, such as `slug`. */
const maxFactLength = 1000
/** Maximum JSON bytes of `details` and all other members. Services limit their errors to 60 KiB. */
const maxMembersSize = 60 * 1024

/**
 * Shortens an error to the limits. The last entry of a truncated `details` reports the number of missing
 * entries.
 */
export function boundedError<E extends Repeating>(error: E): E {
  const budget = { left: maxMembersSize }
  const fields: Record<string, unknown> = {}
  // Lists come last and get the remaining budget.
  const members = Object.entries(error.fields).toSorted(
    ([, a], [, b]) => Number(Array.isArray(a)) - Number(Array.isArray(b)),
  )
  for (const [name, value] of members) {
    const fitting = fittingMember(shortenedFacts(value), budget)
    if (fitting !== undefined) fields[name] = fitting
  }
  const details = error.details.map(({ path, message }) => ({
    path: shortened(path, maxTextLength),
    message: shortened(message, maxTextLength),
  }))
  const note = (missing: number) => ({ path: '', message: furtherErrors(missing) })
  return {
    ...error,
    message: shortened(error.message, maxTextLength),
    fields,
    details: fittingList(details, budget, note),
  }
}

/**
 * Shortens a text to `length` code points. Keeps the beginning, and the end, which often contains the remedy.
 */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  // A code point has at most two UTF-16 units, so this part has at least `length` code points.
  const start = Array.from(text.slice(0, 2 * length))
  const isWhole = text.length <= 2 * length && start.length <= length
  if (isWhole) return text
  const tail = Math.floor(length / 4)
  const end = Array.from(text.slice(-2 * tail - 1)).slice(-tail)
  return `${start.slice(0, length - tail - 1).join('')}…${end.join('')}`
}

interface Budget {
  /** Remaining bytes. */
  left: number
}

const furtherErrors = (missing: number): string => `and ${missing} further error${missing === 1 ? '' : 's'}`

function shortenedFacts(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, maxFactLength)
  if (Array.isArray(value)) return value.map(shortenedFacts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortenedFacts(member)]))
}

function fittingMember(value: unknown, budget: Budget): unknown {
  if (!Array.isArray(value)) return takes(value, budget) ? value : undefined
  const isTexts = value.every((item) => typeof item === 'string')
  return fittingList(value, budget, isTexts ? furtherErrors : undefined)
}

/** The leading items that fit into the budget, and a note about the number of missing items. */
function fittingList<T>(list: readonly T[], budget: Budget, note?: (missing: number) => T): readonly T[] {
  const end = list.findIndex((item) => !takes(item, budget))
  if (end < 0) return list
  return [...list.slice(0, end), ...(note ? [note(list.length - end)] : [])]
}

/** If the value fits, subtracts its size from the budget and returns true. */
function takes(value: unknown, budget: Budget): boolean {
  const size = Buffer.byteLength(JSON.stringify(value) ?? 'null') + 1
  if (size > budget.left) return false
  budget.left -= size
  return true
}
