/** Dates in the language and time zone of the site. */
import type { Settings } from '../../site/site.ts'

type Locale = Pick<Settings, 'siteLanguage' | 'siteTimezone'>

interface Formats {
  readonly key: string
  readonly long: Intl.DateTimeFormat
  readonly samples: string
}

let last: Formats | undefined

/** Caches the formats of the last language and time zone, because creating one takes a millisecond. */
function formatsOf({ siteLanguage, siteTimezone: timeZone }: Locale): Formats {
  const key = `${siteLanguage} ${timeZone}`
  if (last?.key === key) return last
  const long = new Intl.DateTimeFormat(siteLanguage, { dateStyle: 'long', timeZone })
  const full = new Intl.DateTimeFormat(siteLanguage, { dateStyle: 'full', timeStyle: 'short', timeZone })
  const dates = Array.from({ length: 12 }, (_, month) => full.format(Date.UTC(2026, month, month + 1)))
  last = { key, long, samples: dates.join('\n') }
  return last
}

export const longDate = (locale: Locale, instant: string): string =>
  formatsOf(locale).long.format(new Date(instant))

/**
 * One date of each month. Page digests include these dates, because Node versions may format them
 * differently.
 */
export const sampleDates = (locale: Locale): string => formatsOf(locale).samples
