const opening = /([\s,]*)([^\s,]\S*)/y

export interface SrcsetPart {
  readonly text: string
  readonly isUrl: boolean
}

/**
 * Splits a `srcset` by the HTML standard: a comma at the end of an address, or outside of parentheses, ends a
 * candidate.
 */
export function* srcsetParts(value: string): Generator<SrcsetPart> {
  const lastClosing = value.lastIndexOf(')')
  for (let at = 0; at < value.length; ) {
    opening.lastIndex = at
    const [whole, lead = '', written = ''] = opening.exec(value) ?? []
    if (whole === undefined) {
      yield { text: value.slice(at), isUrl: false }
      return
    }
    const url = withoutCommas(written)
    const behind = at + lead.length + url.length
    at = url === written ? endOfDescriptor(value, behind, lastClosing) : behind + written.length - url.length
    yield { text: lead, isUrl: false }
    yield { text: url, isUrl: true }
    yield { text: value.slice(behind, at), isUrl: false }
  }
}

/** A loop, because `/,+$/` takes quadratic time. */
function withoutCommas(url: string): string {
  let end = url.length
  while (url[end - 1] === ',') end -= 1
  return url.slice(0, end)
}

function endOfDescriptor(value: string, from: number, lastClosing: number): number {
  for (let at = from; at < value.length; at += 1) {
    const character = value[at]
    if (character === ',' || (character === '(' && at > lastClosing)) return at
    if (character === '(') at = value.indexOf(')', at)
  }
  return value.length
}
