import { expect, it } from 'vitest'
import { nameKey } from './name-key.ts'

it.each(['admin', 'ADMIN', ' Admin\t', 'ａｄｍｉｎ', '\u00a0admin\u3000', 'adm\u2170n'])(
  'knows %j as admin',
  (typed) => expect(nameKey(typed)).toBe('admin'),
)

it('folds letters with several lower-case forms', () => {
  expect(nameKey('STRASSE')).toBe(nameKey('straße'))
  expect(nameKey('Kelvin')).toBe('kelvin')
  expect(nameKey('ſystem')).toBe('system')
})

it('distinguishes different names', () => {
  expect(nameKey('admin1')).not.toBe(nameKey('admin'))
  expect(nameKey('ad min')).not.toBe(nameKey('admin'))
})
