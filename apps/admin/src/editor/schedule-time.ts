/** Dates and times as authors enter and read them. */
import type { Language } from '../i18n/i18n.ts'
import { regional } from '../ui/time.ts'

/** Values of date and time inputs, in the browser's time zone. */
export interface LocalTime {
  readonly date: string
  readonly time: string
}

/** Undefined while a part is missing or invalid. */
export function instantOf({ date, time }: LocalTime): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}/.test(time)) return undefined
  const at = new Date(`${date}T${time}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

export function localTimeOf(at: Date): LocalTime {
  const two = (n: number) => String(n).padStart(2, '0')
  return {
    date: `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

/** Default of a new schedule: tomorrow at 09:00. */
export function tomorrowMorning(now: Date): LocalTime {
  const at = new Date(now)
  at.setDate(at.getDate() + 1)
  return { ...localTimeOf(at), time: '09:00' }
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `Europe/Berlin (UTC+1)`, with the offset of that day. */
export function zoneLabel(at: Date, timeZone = ownZone()): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
  return timeZone === 'UTC' || offset === '' ? timeZone : `${timeZone} (${offset})`
}

/** `Tue, 1 Dec 2026, 09:00` in British English. */
export const weekdayAndTime = (at: Date, language: Language, timeZone = ownZone()): string =>
  new Intl.DateTimeFormat(regional(language), {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
