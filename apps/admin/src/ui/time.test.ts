import { expect, it } from 'vitest'
import { durationText } from '../session/lockout.ts'
import { distance, duration, fileSize, regional, relativeTime } from './time.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')

it('formats times within a week relative to now, and other times as dates', () => {
  expect(relativeTime('2026-11-21T11:59:40.000Z', 'en', now)).toBe('now')
  expect(relativeTime('2026-11-21T09:00:00.000Z', 'en', now)).toBe('3 hours ago')
  expect(relativeTime('2026-11-21T12:00:05.000Z', 'de', now)).toBe('jetzt')
  expect(relativeTime('2026-11-23T12:00:00.000Z', 'de', now)).toBe('übermorgen')
  expect(relativeTime('2026-09-01T12:00:00.000Z', 'en', now)).toBe('Sep 1, 2026')
  expect(distance('2026-12-24T12:00:00.000Z', 'en', now)).toBe('in 33 days')
})

it('formats lockout durations and file sizes', () => {
  expect(durationText(843, 'en')).toBe('14 minutes 3 seconds')
  expect(durationText(60, 'de')).toBe('1 Minute')
  expect(fileSize(1_530_000, 'en')).toBe('1.5 MB')
  expect(fileSize(12, 'en')).toBe('12 byte')
})

it('formats a duration in the largest fitting unit', () => {
  expect(duration(0, 'en')).toBe('0 ms')
  expect(duration(63, 'de')).toBe('63 ms')
  expect(duration(1_440, 'en')).toBe('1.4 sec')
  expect(duration(5_400_000, 'de')).toBe('1,5 Std.')
})

it("formats dates by the browser's region in the language of the interface", () => {
  expect(regional('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB')
  expect(regional('de', ['de-AT', 'en-GB'])).toBe('de-AT')
  expect(regional('de', ['en-US@posix', 'de-DE@posix', 'de'])).toBe('de')
})
