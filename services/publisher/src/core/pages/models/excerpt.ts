/**
 * Shortens a text to at most `length` code points with `…` at the end. Cuts after a word if that keeps more
 * than half.
 */
export function cutText(text: string, length: number): string {
  // A code point has at most two UTF-16 units, so the rest is never needed.
  const plain = (uneven.test(text) ? text.replace(/\s+/g, ' ') : text).trim().slice(0, 2 * length + 2)
  if (plain.length <= length) return plain
  const letters = hasPairs.test(plain) ? Array.from(plain) : undefined
  if (letters && letters.length <= length) return plain
  const head = letters ? letters.slice(0, length - 1).join('') : plain.slice(0, length - 1)
  const next = letters ? letters[length - 1] : plain.charAt(length - 1)
  const space = next === ' ' ? head.length : head.lastIndexOf(' ')
  return `${(space > head.length / 2 ? head.slice(0, space) : head).trimEnd()}…`
}

const uneven = /[^\S ]| {2}/

const hasPairs = /[\ud800-\udfff]/

export const excerptLength = 300
