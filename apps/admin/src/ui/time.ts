import type { Language } from '../i18n/i18n.ts'

/** Language with the browser's region, which decides the date format: `en-GB`. */
export function regional(
  language: Language,
  preferred: readonly string[] = globalThis.navigator?.languages ?? [],
): string {
  return preferred.find((tag) => new RegExp(`^${language}-[A-Z]{2}$`).test(tag)) ?? language
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** A week in milliseconds. */
const week = 7 * 86_400_000

/** `3 hours ago`, `in 2 days`; the date if it is more than a week away. */
export function relativeTime(iso: string, language: Language, now = Date.now()): string {
  return Math.abs(Date.parse(iso) - now) > week ? shortDate(iso, language) : distance(iso, language, now)
}

/** The distance from now, such as `in 29 days`, no matter how long. */
export function distance(iso: string, language: Language, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  return step ? format.format(Math.round(seconds / step[1]), step[0]) : format.format(0, 'second')
}

export const shortDate = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(regional(language), { dateStyle: 'medium' }).format(new Date(iso))

export const dateAndTime = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(regional(language), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  )

export const timeOfDay = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(regional(language), { timeStyle: 'short' }).format(new Date(iso))

/** Date and time with seconds. */
export const instant = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(regional(language), { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(iso),
  )

const lengths = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const

/** `63 ms`, `1.4 sec`, `2 hr`: in the largest unit that is not longer than the duration. */
export function duration(ms: number, language: Language): string {
  const [unit, size] = lengths.find(([, length]) => ms >= length) ?? ['millisecond', 1]
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: size > 1 ? 1 : 0,
  }).format(ms / size)
}

export function fileSize(bytes: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / 1000 ** step)
}

/** `62 %` in the format of the language, rounded down so that 100 % means complete. */
export const percent = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor(share * 100) / 100)
