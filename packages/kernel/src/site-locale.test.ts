import { expect, it } from 'vitest'
import { languageError, textDirection, timeZoneError } from './site-locale.ts'

it('accepts language tags and nothing else', () => {
  for (const tag of ['en', 'de-AT', 'zh-Hant-TW', 'ar', 'pt-br', 'sr-Latn'])
    expect(languageError(tag), tag).toBeUndefined()
  for (const tag of ['', 'e', 'english language', 'de_DE', 'de-', '<b>', `en-x-${'a'.repeat(80)}`])
    expect(languageError(tag), tag).toMatch(/^must be a language tag/)
})

it('accepts time zone names but not offsets', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'utc'])
    expect(timeZoneError(name), name).toBeUndefined()
  for (const name of ['', '+02:00', '-05', 'Europe/Atlantis', 'CEST+2', ' UTC'])
    expect(timeZoneError(name), name).toMatch(/^must be a time zone/)
})

it.each([
  ['en', 'ltr'],
  ['ja', 'ltr'],
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['fa', 'rtl'],
  ['ur-PK', 'rtl'],
  ['az-Arab', 'rtl'],
  ['az', 'ltr'],
])('the direction of %s is %s', (tag, direction) => {
  expect(textDirection(tag)).toBe(direction)
})
