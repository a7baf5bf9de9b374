/** Finds the few lines of a body in which an image may stand, so that a parser need not read all the others. */

export interface BodyPart {
  /** Where it begins, in UTF-16 units. */
  readonly start: number
  readonly text: string
}

const line = /([^\n\r]*)(\r\n|\n|\r|$)/y
const blank = /^[ \t]*$/
/** One that begins its line stands in no quote and no list, and ends them. */
const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/s
/** One that ends another, if its marks are the same, as many or more. */
const closingFence = /^ {0,3}(`{3,}|~{3,})[ \t]*$/
/** Whether it stands in a list, only a parser can tell. */
const indentedFence = /^[ \t]+(?:`{3}|~{3})/
/** HTML may go on over empty lines, a definition holds everywhere, and a byte order mark is none but at the beginning of what is parsed. */
const reachesFar = /<|\]:|\ufeff/

/**
 * The parts of the Markdown with images in them, if it has any; each shows by itself what it shows in its place. Undefined where that is
 * not sure: only a parser of the whole can tell then. A line that begins without a blank behind an empty one begins a new block, and
 * ends all others but a fence of the document itself and HTML (CommonMark 0.31, 4.5, 4.6 and 5).
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
