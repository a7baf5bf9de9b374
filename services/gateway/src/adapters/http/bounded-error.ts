/** Limits on what an error answer repeats of a request, so that no answer is much larger than what caused it. */

/** The members of an error that may repeat input. */
interface Repeating {
  readonly message: string
  readonly details: readonly { readonly path: string; readonly message: string }[]
  readonly fields: Readonly<Record<string, unknown>>
}

/** Code points of `error`, and of `path` and `message` in `details`. */
export const maxTextLength = 200
/** Code points of a string in another member, such as `slug`. */
const maxFactLength = 1000
/** Bytes that `details` and all other members have together, as JSON. An error of a service has at most 60 KiB. */
const maxMembersSize = 60 * 1024

/** The same error within the limits. A list loses its end; a list of errors then says how many are missing. */
export function boundedError<E extends Repeating>(error: E): E {
  const budget = { left: maxMembersSize }
  const fields: Record<string, unknown> = {}
  // Lists come last: they take what is left.
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

/** The text in at most `length` code points: its beginning and its end, which often names the remedy. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  // No code point has more than two units, and no more of a long text is split.
  const start = Array.from(text.slice(0, 2 * length))
  const isWhole = text.length <= 2 * length && start.length <= length
  if (isWhole) return text
  const tail = Math.floor(length / 4)
  const end = Array.from(text.slice(-2 * tail - 1)).slice(-tail)
  return `${start.slice(0, length - tail - 1).join('')}…${end.join('')}`
}

interface Budget {
  /** Bytes. */
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

/** The beginning of the list that the budget has room for, and a note of how many items are missing. */
function fittingList<T>(list: readonly T[], budget: Budget, note?: (missing: number) => T): readonly T[] {
  const end = list.findIndex((item) => !takes(item, budget))
  if (end < 0) return list
  return [...list.slice(0, end), ...(note ? [note(list.length - end)] : [])]
}

/** Takes the size of the value from the budget, if there is room. */
function takes(value: unknown, budget: Budget): boolean {
  const size = Buffer.byteLength(JSON.stringify(value) ?? 'null') + 1
  if (size > budget.left) return false
  budget.left -= size
  return true
}
