/** One candidate: white space and commas, the address, what is said of it up to the next comma. A comma at the end of the address ends the candidate. */
const candidate = /([\s,]*)([^\s,]\S*?)(,*)(?=\s|$)([^,(]*(?:\([^)]*\)[^,(]*)*)/y

export interface SrcsetPart {
  readonly text: string
  readonly isUrl: boolean
}

/** The value of a `srcset` as the HTML standard reads it: addresses, and what stands between them. Together they are the value. */
export function* srcsetParts(value: string): Generator<SrcsetPart> {
  for (let at = 0; at < value.length; ) {
    candidate.lastIndex = at
    const found = candidate.exec(value)
    if (!found) {
      yield { text: value.slice(at), isUrl: false }
      return
    }
    const [whole, lead = '', url = '', commas = '', said = ''] = found
    const isWhole = commas === ''
    yield { text: lead, isUrl: false }
    yield { text: url, isUrl: true }
    yield { text: isWhole ? said : commas, isUrl: false }
    at += isWhole ? whole.length : lead.length + url.length + commas.length
  }
}
