/** The `date` helper: formats instants in the language and time zone of the site. */
import { type DateNames, dateNames } from './date-names.ts'

export interface DateLocale {
  /** A BCP 47 tag. */
  readonly language: string
  /** An IANA name. */
  readonly timeZone: string
}

const two = (value: number): string => String(value).padStart(2, '0')

/** The UTC fields of `at` hold the local time in the time zone of the site. */
type Token = (at: Date, names: DateNames) => string

const tokens: Readonly<Record<string, Token>> = {
  YYYY: (at) => String(at.getUTCFullYear()).padStart(4, '0'),
  YY: (at) => two(at.getUTCFullYear() % 100),
  MMMM: (at, names) => names.month(at, 'long'),
  MMM: (at, names) => names.month(at, 'short'),
  MM: (at) => two(at.getUTCMonth() + 1),
  M: (at) => String(at.getUTCMonth() + 1),
  dddd: (at, names) => names.weekday(at, 'long'),
  ddd: (at, names) => names.weekday(at, 'short'),
  DD: (at) => two(at.getUTCDate()),
  D: (at) => String(at.getUTCDate()),
  HH: (at) => two(at.getUTCHours()),
  mm: (at) => two(at.getUTCMinutes()),
  ss: (at) => two(at.getUTCSeconds()),
}

/** Styles leave the order of day, month and year to the language. */
const styles = ['full', 'long', 'medium', 'short'] as const
type Style = (typeof styles)[number]
const styleOf = (pattern: string): Style | undefined => styles.find((style) => style === pattern)

type Piece = string | Token

/** Parsed patterns; a theme uses few. */
const parsed = new Map<string, readonly Piece[]>()
const mostParsed = 100
/**
 * Maximum UTF-16 units of a cached value or pattern. Template authors are untrusted, and without limits they
 * could fill the memory.
 */
const longest = { value: 40, pattern: 60 }

function piecesOf(pattern: string): readonly Piece[] {
  const found = parsed.get(pattern)
  if (found) return found
  const pieces: Piece[] = []
  let end = 0
  for (const match of pattern.matchAll(/\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|dddd|ddd|DD|D|HH|mm|ss/g)) {
    pieces.push(pattern.slice(end, match.index), match[1] ?? tokens[match[0]] ?? match[0])
    end = match.index + match[0].length
  }
  pieces.push(pattern.slice(end))
  if (parsed.size < mostParsed && pattern.length <= longest.pattern) parsed.set(pattern, pieces)
  return pieces
}

/** Formats dates of one language and zone and caches the results. */
class DateWriter {
  readonly #language: string
  readonly #timeZone: string
  readonly #names: DateNames
  readonly #styles = new Map<Style, Intl.DateTimeFormat>()
  #zone: Intl.DateTimeFormat | undefined
  /** Results by pattern and instant: many pages show the same date. */
  #written = new Map<string, Map<string | number, string>>()
  #count = 0

  constructor({ language, timeZone }: DateLocale) {
    this.#language = language
    this.#timeZone = timeZone
    this.#names = dateNames(language)
  }

  write(value: string | number, pattern: string): string {
    const isLong = typeof value === 'string' && value.length > longest.value
    if (isLong || pattern.length > longest.pattern) return this.#formatted(value, pattern)
    const known = this.#written.get(pattern)?.get(value)
    if (known !== undefined) return known
    const text = this.#formatted(value, pattern)
    if (this.#count >= mostWritten) {
      this.#written = new Map()
      this.#count = 0
    }
    const ofPattern = this.#written.get(pattern) ?? new Map<string | number, string>()
    this.#written.set(copied(pattern), ofPattern.set(typeof value === 'string' ? copied(value) : value, text))
    this.#count += 1
    return text
  }

  #formatted(value: string | number, pattern: string): string {
    const at = new Date(value)
    if (Number.isNaN(at.getTime())) return ''
    if (pattern === 'iso') return at.toISOString()
    const style = styleOf(pattern)
    if (style) return this.#styled(style).format(at)
    const local = this.#localTime(at)
    let text = ''
    for (const piece of piecesOf(pattern))
      text += typeof piece === 'string' ? piece : piece(local, this.#names)
    return text
  }

  #styled(style: Style): Intl.DateTimeFormat {
    const known = this.#styles.get(style)
    if (known) return known
    const format = new Intl.DateTimeFormat(this.#language, { dateStyle: style, timeZone: this.#timeZone })
    this.#styles.set(style, format)
    return format
  }

  #localTime(at: Date): Date {
    if (this.#timeZone === 'UTC') return at
    this.#zone ??= new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone: this.#timeZone,
      hourCycle: 'h23',
      ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
      ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
    })
    const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const { type, value } of this.#zone.formatToParts(at)) fields[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  }
}

/** Maximum cached results, each a few hundred bytes. */
const mostWritten = 30_000

/** Copies the text, because V8 keeps a whole string in memory for each slice of it. */
const copied = (text: string): string => Buffer.from(text).toString()

const writers = new Map<string, DateWriter>()
/**
 * Maximum cached pairs of language and time zone. Extensions can set languages that the site does not have.
 */
const mostWriters = 20

function writerOf(locale: DateLocale): DateWriter {
  const key = `${locale.language} ${locale.timeZone}`
  const known = writers.get(key)
  if (known) return known
  if (writers.size >= mostWriters) writers.clear()
  const writer = new DateWriter(locale)
  writers.set(key, writer)
  return writer
}

const english: DateLocale = { language: 'en', timeZone: 'UTC' }

/**
 * Returns '' if `value` is not a date. `pattern` is a style of the language (`full`, `long`, `medium`,
 * `short`), `iso` for ISO 8601 in UTC, or a text of tokens such as `YYYY`. A text in `[brackets]` is copied.
 */
export function formatDate(value: unknown, pattern = 'long', locale = english): string {
  return typeof value === 'string' || typeof value === 'number' ? writerOf(locale).write(value, pattern) : ''
}
