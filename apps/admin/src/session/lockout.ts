import { useEffect, useState } from 'react'
import type { Language } from '../i18n/i18n.ts'

/** Returns the seconds until a time, updated every second down to 0. */
export function useSecondsUntil(instant: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (instant === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [instant])
  return instant === undefined ? 0 : Math.max(0, Math.ceil((instant - now) / 1000))
}

/** `14 minutes 3 seconds`. */
export function durationText(seconds: number, language: Language): string {
  const part = (value: number, unit: 'minute' | 'second') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return [minutes > 0 ? part(minutes, 'minute') : '', minutes === 0 || rest > 0 ? part(rest, 'second') : '']
    .filter(Boolean)
    .join(' ')
}
