import { expect, it, onTestFinished, vi } from 'vitest'
import { instantOf, localTimeOf, tomorrowMorning, weekdayAndTime, zoneLabel } from './schedule-time.ts'

it('returns no instant until date and time are complete and valid', () => {
  for (const [date, time] of [
    ['', ''],
    ['2030-01-31', ''],
    ['', '09:00'],
    ['0002-1', '09:00'],
    ['2030-13-01', '09:00'],
  ] as const)
    expect(instantOf({ date, time })).toBeUndefined()
})

it('converts an instant to input values and back', () => {
  const at = new Date(2030, 0, 31, 8, 30)
  expect(localTimeOf(at)).toEqual({ date: '2030-01-31', time: '08:30' })
  expect(instantOf(localTimeOf(at))).toEqual(at)
})

it('suggests the next morning, also at the end of a month', () => {
  expect(tomorrowMorning(new Date(2030, 0, 31, 23, 59))).toEqual({ date: '2030-02-01', time: '09:00' })
})

it('shows the time zone with its offset on that day', () => {
  const [winter, summer] = [new Date('2030-01-01T12:00:00Z'), new Date('2030-07-01T12:00:00Z')]
  expect(zoneLabel(winter, 'Europe/Berlin')).toBe('Europe/Berlin (UTC+1)')
  expect(zoneLabel(summer, 'Europe/Berlin')).toBe('Europe/Berlin (UTC+2)')
  expect(zoneLabel(winter, 'Asia/Kolkata')).toBe('Asia/Kolkata (UTC+5:30)')
  expect(zoneLabel(winter, 'UTC')).toBe('UTC')
})

it("formats a date with its weekday in the user's language", () => {
  const at = new Date('2026-12-01T08:00:00Z')
  vi.stubGlobal('navigator', { languages: ['fr-FR', 'en-GB'] })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(weekdayAndTime(at, 'en', 'Europe/Berlin')).toBe('Tue, 1 Dec 2026, 09:00')
  expect(weekdayAndTime(at, 'de', 'Europe/Berlin')).toBe('Di., 1. Dez. 2026, 09:00')
})
