import { expect, it } from 'vitest'
import { oneLine } from './one-line.ts'

it.each([
  ['Setting type', 'Setting type'],
  ['Setting  type ', 'Setting  type '],
  ['Setting\ntype', 'Setting type'],
  ['Setting \r\n\r\n  type\u2028by hand', 'Setting type by hand'],
  ['Setting type\n', 'Setting type '],
])('turns %j into one line', (text, line) => {
  expect(oneLine(text)).toBe(line)
})

it('takes linear time for many blanks without a line break', () => {
  const text = `${' '.repeat(200_000)}x`
  expect(oneLine(text)).toBe(text)
})
