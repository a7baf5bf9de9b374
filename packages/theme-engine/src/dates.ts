/** The `date` helper: instants in UTC, English words. */

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const two = (value: number): string => String(value).padStart(2, '0')

const tokens: Readonly<Record<string, (at: Date) => string>> = {
  YYYY: (at) => String(at.getUTCFullYear()).padStart(4, '0'),
  YY: (at) => two(at.getUTCFullYear() % 100),
  MMMM: (at) => months[at.getUTCMonth()] ?? '',
  MMM: (at) => (months[at.getUTCMonth()] ?? '').slice(0, 3),
  MM: (at) => two(at.getUTCMonth() + 1),
  M: (at) => String(at.getUTCMonth() + 1),
  dddd: (at) => days[at.getUTCDay()] ?? '',
  ddd: (at) => (days[at.getUTCDay()] ?? '').slice(0, 3),
  DD: (at) => two(at.getUTCDate()),
  D: (at) => String(at.getUTCDate()),
  HH: (at) => two(at.getUTCHours()),
  mm: (at) => two(at.getUTCMinutes()),
  ss: (at) => two(at.getUTCSeconds()),
}

/** Empty for what is no instant. Text in `[brackets]` stays as it is; `iso` gives the ISO 8601 form. */
export function formatDate(value: unknown, pattern = 'MMMM D, YYYY'): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  if (pattern === 'iso') return at.toISOString()
  return pattern.replace(
    /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|dddd|ddd|DD|D|HH|mm|ss/g,
    (token, text?: string) => text ?? tokens[token]?.(at) ?? token,
  )
}
