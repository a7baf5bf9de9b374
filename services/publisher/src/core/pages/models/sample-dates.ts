import type { Settings } from '../../site/site.ts'

type Locale = Pick<Settings, 'siteLanguage' | 'siteTimezone'>

let last: { readonly key: string; readonly dates: string } | undefined

/**
 * One date of each month as the site writes it. The digest of a page includes them, because another version of Node may write
 * dates of the same language or zone in another way.
 */
export function sampleDates({ siteLanguage, siteTimezone }: Locale): string {
  const key = `${siteLanguage} ${siteTimezone}`
  if (last?.key === key) return last.dates
  const format = new Intl.DateTimeFormat(siteLanguage, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: siteTimezone,
  })
  const dates = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, month + 1)))
  last = { key, dates: dates.join('\n') }
  return last.dates
}
