/** Elements of a document in document order. @throws Error if the document is not well-formed */
export function elementsOf(xml: string): { name: string; text: string }[] {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml))
    throw new Error('a forbidden character')
  const open: { name: string; text: string }[] = []
  const elements: { name: string; text: string }[] = []
  const rest = xml.replace(/^<\?xml[^?]*\?>\s*/, '')
  const token =
    /<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:-]+)>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  let end = 0
  for (const [all, cdata, closing, opening, , empty, text] of rest.matchAll(token)) {
    end += all.length
    const parent = open.at(-1)
    if (opening) {
      const element = { name: opening, text: '' }
      elements.push(element)
      if (!empty) open.push(element)
    } else if (closing) expectClosing(open.pop(), closing)
    else if (parent) parent.text += cdata ?? decoded(text ?? '')
    else if (text?.trim()) throw new Error('text outside of the root')
  }
  if (end !== rest.length) throw new Error(`not well-formed at ${end}: ${rest.slice(end, end + 60)}`)
  if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> is not closed`)
  return elements
}

function expectClosing(element: { name: string } | undefined, closing: string): void {
  if (element?.name !== closing) throw new Error(`</${closing}> closes nothing`)
}

function decoded(text: string): string {
  if (/&(?!#\d+;|amp;|lt;|gt;|quot;)/.test(text)) throw new Error(`a bare & in ${text}`)
  return text.replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))
}
