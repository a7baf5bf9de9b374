/** The language and the time zone of a site (contract.md#site-language-and-time-zone). */

/** Maximum characters of a tag. A tag with every usual subtag is shorter. */
const longestTag = 64

/** The error of a BCP 47 tag, to append to the name of the field: `must …`. Undefined if valid. */
export function languageError(tag: string): string | undefined {
  try {
    if (tag.length <= longestTag && Intl.getCanonicalLocales(tag).length === 1) return undefined
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return 'must be a language tag such as en, de-AT or zh-Hant'
}

/**
 * The error of an IANA time zone name, like `languageError`. Accepts any case. Refuses offsets like +02:00,
 * which have no daylight saving time.
 */
export function timeZoneError(name: string): string | undefined {
  try {
    if (/^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name })) return undefined
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return 'must be a time zone such as UTC, Europe/Berlin or America/New_York'
}

/** ISO 15924 codes of the scripts that are written from right to left and are in use. */
const rightToLeft: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
])

/** The `dir` attribute of text in that language, by its likely script. */
export const textDirection = (tag: string): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
