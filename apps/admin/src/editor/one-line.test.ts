import { expect, it } from 'vitest'
import { oneLine } from './one-line.ts'

it.each([
  ['Setting type', 'Setting type'],
  ['Setting  type ', 'Setting  type '],
  ['Setting\ntype', 'Setting type'],
  ['Setting \r\n\r\n  type\u2028by hand', 'Setting type by hand'],
  ['Setting type\n', 'Setting type '],
])('makes one line of %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})

it('takes linear time, even with many blanks that no line break follows', () => {
  const text = `${' '.repeat(200_000)}x`
  expect(oneLine(text)).toBe(text)
})
