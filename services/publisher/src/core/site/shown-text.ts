/** Text as a page may show it. */

/**
 * What HTML knows no place for: control characters that are no white space, and code points that are no characters. Those of the higher
 * planes, the last two of each, stand as pairs of units: with the flag `u` it takes three times as long.
 */
const hidden =
  /[^\t\n\f\r\u0020-\u007e\u00a0-\ufdcf\ufdf0-\ufffd]|[\ud83f\ud87f\ud8bf\ud8ff\ud93f\ud97f\ud9bf\ud9ff\uda3f\uda7f\udabf\udaff\udb3f\udb7f\udbbf\udbff][\udffe\udfff]/g

/** Without them; nearly every text is itself. */
export const shownText = (text: string): string => text.replace(hidden, '')

/** An address that leads where it led: taken away, such a sign would make `//host` of a path. Browsers write it the same way. */
export const shownUrl = (url: string): string => url.replace(hidden, encodeURIComponent)

/** The same in all texts of plain data; names of fields stay. What has none of these signs is the same object. */
export function shownData<T>(value: T): T {
  if (typeof value === 'string') return shownText(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(shownData)
    return (items.some((item, at) => item !== value[at]) ? items : value) as T
  }
  const fields = Object.entries(value).map(([name, each]) => [name, shownData(each), each] as const)
  return fields.some(([, shown, each]) => shown !== each)
    ? (Object.fromEntries(fields.map(([name, shown]) => [name, shown])) as T)
    : value
}
