/** Finds the parts of a body that may contain an image, so that the rest is not parsed. */

export interface BodyPart {
  /** Offset in the body, in UTF-16 units. */
  readonly start: number
  readonly text: string
}

const line = /([^\n\r]*)(\r\n|\n|\r|$)/y
const blank = /^[ \t]*$/
/** A fence without indentation, which ends quotes and lists. */
const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/s
/** A closing fence. It ends a block whose opening fence has the same character and is not longer. */
const closingFence = /^ {0,3}(`{3,}|~{3,})[ \t]*$/
/** An indented fence. Only a parser can determine whether the fence is inside a list. */
const indentedFence = /^[ \t]+(?:`{3}|~{3})/
/**
 * Syntax with effects beyond its block: HTML may continue over empty lines, definitions are global, and a
 * byte order mark counts only at the start of a body.
 */
const reachesFar = /<|\]:|\ufeff/

/**
 * Parts with images that can be parsed alone with the same result; undefined if the whole body must be
 * parsed. An unindented line after an empty line starts a new block and ends all others except fences and
 * HTML (CommonMark 0.31, 4.5, 4.6 and 5).
 */
export function partsWithImages(body: string): readonly BodyPart[] | undefined {
  const parts: BodyPart[] = []
  let begun: number | undefined
  let fenced: string | undefined
  let isBehindBlank = true
  const end = (at: number) => {
    const text = begun === undefined ? '' : body.slice(begun, at)
    if (begun !== undefined && text.includes('![')) parts.push({ start: begun, text })
    begun = undefined
  }
  for (let at = 0; at < body.length; at = line.lastIndex) {
    line.lastIndex = at
    const text = line.exec(body)?.[1] ?? ''
    if (fenced) {
      if (closingFence.exec(text)?.[1]?.startsWith(fenced)) fenced = undefined
      continue
    }
    const opening = fence.exec(text)
    const isBlank = blank.test(text)
    if (!opening && (reachesFar.test(text) || indentedFence.test(text))) return undefined
    if (opening || (isBehindBlank && !isBlank && !/^[ \t]/.test(text))) end(at)
    if (opening) fenced = opening[1] ?? opening[2]
    else if (!isBlank) begun ??= at
    isBehindBlank = isBlank
  }
  end(body.length)
  return parts
}
