/** At most `length` code points of plain text, cut at a word where one ends in the second half, with `…`, which counts. */
export function cutText(text: string, length: number): string {
  // A code point has at most two units: what is behind is not looked at.
  const plain = (uneven.test(text) ? text.replace(/\s+/g, ' ') : text).trim().slice(0, 2 * length + 2)
  if (plain.length <= length) return plain
  const letters = hasPairs.test(plain) ? Array.from(plain) : undefined
  if (letters && letters.length <= length) return plain
  const head = letters ? letters.slice(0, length - 1).join('') : plain.slice(0, length - 1)
  const next = letters ? letters[length - 1] : plain.charAt(length - 1)
  const space = next === ' ' ? head.length : head.lastIndexOf(' ')
  return `${(space > head.length / 2 ? head.slice(0, space) : head).trimEnd()}…`
}

/** More than one blank, or another white space, between words. */
const uneven = /[^\S ]| {2}/

/** Of two units for one code point. */
const hasPairs = /[\ud800-\udfff]/

/** Code points of an excerpt that is taken from the body. */
export const excerptLength = 300
