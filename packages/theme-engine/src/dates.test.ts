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
])('writes %s', (pattern, text) => {
  expect(formatDate(at, pattern)).toBe(text)
  expect(formatDate(new Date(at).getTime(), pattern)).toBe(text)
})

it('writes nothing for what is no instant', () => {
  for (const value of [null, undefined, {}, 'soon', Number.NaN]) expect(formatDate(value)).toBe('')
})

it('writes patterns right that it has no room to remember', () => {
  for (let n = 0; n < 300; n++) expect(formatDate(at, `[${n}] D`)).toBe(`${n} 5`)
})
