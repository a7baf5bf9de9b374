import { expect, it } from 'vitest'
import { formatDate } from './dates.ts'

const at = '2026-03-05T07:08:09.000Z'

it.each([
  [undefined, 'March 5, 2026'],
  ['YYYY-MM-DD HH:mm:ss', '2026-03-05 07:08:09'],
  ['dddd, D. MMM YY', 'Thursday, 5. Mar 26'],
  ['ddd M/D', 'Thu 3/5'],
  ['[the] D[th of] MMMM[]', 'the 5th of March'],
  ['iso', at],
  ['', ''],
])('formats the pattern %s as %s', (pattern, text) => {
  expect(formatDate(at, pattern)).toBe(text)
  expect(formatDate(new Date(at).getTime(), pattern)).toBe(text)
})

it.each([
  ['de', 'Europe/Berlin', undefined, '6. März 2026'],
  ['de', 'Europe/Berlin', 'dddd, D. MMMM YYYY, HH:mm', 'Freitag, 6. März 2026, 00:30'],
  ['fr', 'UTC', 'long', '5 mars 2026'],
  ['es', 'America/New_York', 'long', '5 de marzo de 2026'],
  ['ja', 'Asia/Tokyo', undefined, '2026年3月6日'],
  ['ja', 'Asia/Tokyo', 'MMMM D', '3月 6'],
  ['ru', 'UTC', 'D MMMM', '5 марта'],
  ['en', 'America/New_York', 'YYYY-MM-DD HH:mm:ss', '2026-03-05 18:30:00'],
  ['en', 'UTC', 'medium', 'Mar 5, 2026'],
])('in language %s and time zone %s, formats the pattern %s as %s', (language, timeZone, pattern, text) => {
  expect(formatDate('2026-03-05T23:30:00.000Z', pattern, { language, timeZone })).toBe(text)
})

it('formats Arabic dates in Arabic and ISO dates in UTC', () => {
  const locale = { language: 'ar', timeZone: 'Asia/Riyadh' }
  expect(formatDate('2026-03-05T23:30:00.000Z', 'long', locale)).toMatch(/^\S+ مارس \S+$/)
  expect(formatDate('2026-03-05T23:30:00.000Z', 'iso', locale)).toBe('2026-03-05T23:30:00.000Z')
})

it('returns an empty string for values that are not dates', () => {
  for (const value of [null, undefined, {}, 'soon', Number.NaN]) expect(formatDate(value)).toBe('')
})

it('formats more patterns than the cache holds', () => {
  for (let n = 0; n < 300; n++) expect(formatDate(at, `[${n}] D`)).toBe(`${n} 5`)
})

it('formats more dates than the cache holds', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
  const iso = (n: number) => formatDate(day(n).toISOString(), 'YYYY-MM-DD')
  const wrong = Array.from({ length: 40_000 }, (_, n) => n).filter(
    (n) => iso(n) !== day(n).toISOString().slice(0, 10),
  )
  expect(wrong).toEqual([])
  expect([iso(39_999), iso(0), iso(39_999)]).toEqual(['2135-07-08', '2026-01-01', '2135-07-08'])
})
