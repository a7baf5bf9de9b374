import { expect, test } from 'vitest'
import { acceptedEncoding } from './accept-encoding.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity, *', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, BR', 'br'],
  ['br;q=0, gzip ; Q=0.5', 'gzip'],
  ['br ;\t q=0.000', undefined],
  ['br;q=x, gzip;q=', undefined],
])('%j selects %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

test('reads a million spaces in linear time', () => {
  expect(acceptedEncoding(`a${' '.repeat(1_000_000)}b, br`)).toBe('br')
})
