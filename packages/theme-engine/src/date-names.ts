/** Names of months and weekdays of the Gregorian calendar in one language. */

type Width = 'long' | 'short'

/** Both functions read the UTC fields of the date. */
export interface DateNames {
  month(at: Date, width: Width): string
  weekday(at: Date, width: Width): string
}

export function dateNames(language: string): DateNames {
  const formats = new Map<string, (at: Date) => string>()
  const cached = (key: string, create: () => (at: Date) => string): ((at: Date) => string) => {
    const known = formats.get(key) ?? create()
    formats.set(key, known)
    return known
  }
  return {
    month: (at, width) => cached(`month ${width}`, () => monthNames(language, width))(at),
    weekday: (at, width) => cached(`weekday ${width}`, () => weekdayNames(language, width))(at),
  }
}

const gregorian = { calendar: 'gregory', timeZone: 'UTC' } as const

/**
 * Returns the name of a month as written next to a day, because many languages inflect it there. Returns the
 * standalone name if the inflected one is a number.
 */
function monthNames(language: string, month: Width): (at: Date) => string {
  const alone = new Intl.DateTimeFormat(language, { ...gregorian, month })
  const besideDay = new Intl.DateTimeFormat(language, { ...gregorian, month, day: 'numeric' })
  return (at) => {
    const name = besideDay.formatToParts(at).find(({ type }) => type === 'month')?.value ?? ''
    return /\p{L}/u.test(name) ? name : alone.format(at)
  }
}

function weekdayNames(language: string, weekday: Width): (at: Date) => string {
  const format = new Intl.DateTimeFormat(language, { ...gregorian, weekday })
  return (at) => format.format(at)
}
