/** The `date` helper: instants in UTC, English words. */

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const two = (value: number): string => String(value).padStart(2, '0')

const tokens: Readonly<Record<string, (at: Date) => string>> = {
  YYYY: (at) => String(at.getUTCFullYear()).padStart(4, '0'),
  YY: (at) => two(at.getUTCFullYear() % 100),
  MMMM: (at) => months[at.getUTCMonth()] ?? '',
  MMM: (at) => (months[at.getUTCMonth()] ?? '').slice(0, 3),
  MM: (at) => two(at.getUTCMonth() + 1),
  M: (at) => String(at.getUTCMonth() + 1),
  dddd: (at) => days[at.getUTCDay()] ?? '',
  ddd: (at) => (days[at.getUTCDay()] ?? '').slice(0, 3),
  DD: (at) => two(at.getUTCDate()),
  D: (at) => String(at.getUTCDate()),
  HH: (at) => two(at.getUTCHours()),
  mm: (at) => two(at.getUTCMinutes()),
  ss: (at) => two(at.getUTCSeconds()),
}

type Piece = string | ((at: Date) => string)

/** Patterns taken apart: a theme has a few, and asks for each of them on every page. */
const known = new Map<string, readonly Piece[]>()
const mostKnown = 100
/** UTF-16 units. What is longer than any instant or usual pattern is not remembered, for whoever writes templates is not trusted. */
const longest = { value: 40, pattern: 60 }

function piecesOf(pattern: string): readonly Piece[] {
  const found = known.get(pattern)
  if (found) return found
  const pieces: Piece[] = []
  let end = 0
  for (const match of pattern.matchAll(/\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|dddd|ddd|DD|D|HH|mm|ss/g)) {
    pieces.push(pattern.slice(end, match.index), match[1] ?? tokens[match[0]] ?? match[0])
    end = match.index + match[0].length
  }
  pieces.push(pattern.slice(end))
  if (known.size < mostKnown && pattern.length <= longest.pattern) known.set(pattern, pieces)
  return pieces
}

/** What was written of an instant, by pattern and instant: that of a post stands on its page and in every list that it is in. */
let written = new Map<string, Map<string | number, string>>()
let count = 0
/** A few hundred bytes each. */
const mostWritten = 30_000

/** Empty for what is no instant. Text in `[brackets]` stays as it is; `iso` gives the ISO 8601 form. */
export function formatDate(value: unknown, pattern = 'MMMM D, YYYY'): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  if (pattern.length > longest.pattern || (typeof value === 'string' && value.length > longest.value))
    return formatted(value, pattern)
  const known = written.get(pattern)?.get(value)
  if (known !== undefined) return known
  const text = formatted(value, pattern)
  if (count >= mostWritten) {
    written = new Map()
    count = 0
  }
  const ofPattern = written.get(pattern) ?? new Map<string | number, string>()
  written.set(copied(pattern), ofPattern.set(typeof value === 'string' ? copied(value) : value, text))
  count += 1
  return text
}

/** A part of a text would keep the whole text in memory. */
const copied = (text: string): string => Buffer.from(text).toString()

function formatted(value: string | number, pattern: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  if (pattern === 'iso') return at.toISOString()
  let text = ''
  for (const piece of piecesOf(pattern)) text += typeof piece === 'string' ? piece : piece(at)
  return text
}
