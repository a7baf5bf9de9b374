/** At most `length` code points of plain text, cut at a word where one ends in the second half, with `…`, which counts. */
export function cutText(text: string, length: number): string {
  // A code point has at most two units: what is behind is not looked at.
  const letters = Array.from(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 2 * length + 2),
  )
  if (letters.length <= length) return letters.join('')
  const head = letters.slice(0, length - 1).join('')
  const space = letters[length - 1] === ' ' ? head.length : head.lastIndexOf(' ')
  return `${(space > head.length / 2 ? head.slice(0, space) : head).trimEnd()}…`
}

/** Code points of an excerpt that is taken from the body. */
export const excerptLength = 300
