/** Finds the raw HTML of Markdown that a page must show as text, like GitHub's tag filter (GFM 6.11). */

export interface TextSpan {
  /** UTF-16 offsets in the HTML. */
  readonly start: number
  readonly end: number
  /** A closed element with its content, one unpaired tag, or everything after an unclosed tag or comment. */
  readonly kind: 'element' | 'tag' | 'rest'
}

/** Browsers read the content of these elements as text, so an unclosed element hides the rest of the page. */
const rawText = new Set([
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
])

const tagStart = /<(?:!--|(\/?)([a-z][^\s/>]*))/gi

/**
 * Returns the parts of the HTML that must not become markup, in order. `allows` returns true for a raw-text
 * tag (`<iframe src=…>`, `</iframe>`) that stays markup. Takes linear time.
 */
export function htmlAsText(
  html: string,
  allows: (tag: string) => boolean = () => false,
): readonly TextSpan[] {
  const spans: TextSpan[] = []
  const unclosed = new Set<string>()
  tagStart.lastIndex = 0
  for (let found = tagStart.exec(html); found; found = tagStart.exec(html)) {
    const { index: start, 1: slash = '', 2: written } = found
    const end = written === undefined ? commentEnd(html, start) : tagEnd(html, tagStart.lastIndex)
    if (end === undefined) return [...spans, { start, end: html.length, kind: 'rest' }]
    tagStart.lastIndex = end
    const name = written?.toLowerCase() ?? ''
    if (!rawText.has(name)) continue
    const isAllowed = allows(html.slice(start, end))
    const closed = slash === '' && !unclosed.has(name) ? elementEnd(html, name, end) : undefined
    if (closed === undefined) unclosed.add(name)
    if (!isAllowed) spans.push({ start, end: closed ?? end, kind: closed === undefined ? 'tag' : 'element' })
    tagStart.lastIndex = closed ?? end
  }
  return spans
}

/** Returns the HTML with each `<` in the spans replaced by `instead`. */
export function withoutTagsIn(html: string, spans: readonly TextSpan[], instead = '&lt;'): string {
  let [text, copied] = ['', 0]
  for (const { start, end } of spans) {
    text += html.slice(copied, start) + html.slice(start, end).replaceAll('<', instead)
    copied = end
  }
  return text + html.slice(copied)
}

/** @see https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state */
function commentEnd(html: string, start: number): number | undefined {
  const short = /^<!--(?:>|->)/.exec(html.slice(start, start + 6))
  if (short) return start + short[0].length
  const at = html.indexOf('-->', start + 4)
  return at < 0 ? undefined : at + 3
}

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character)

/** Offset after the `>` of the tag; a `>` in a quoted attribute does not count. */
function tagEnd(html: string, from: number): number | undefined {
  for (let at = from; at < html.length; at++) {
    if (html[at] === '>') return at + 1
    if (html[at] !== '=') continue
    let value = at + 1
    while (isSpace(html[value])) value++
    const quote = html[value]
    if (quote === '"' || quote === "'") {
      at = html.indexOf(quote, value + 1)
      if (at < 0) return undefined
    } else {
      while (value < html.length && html[value] !== '>' && !isSpace(html[value])) value++
      at = value - 1
    }
  }
  return undefined
}

/** Offset after the end tag of the element; undefined if it has no end tag. */
function elementEnd(html: string, name: string, from: number): number | undefined {
  if (name === 'plaintext') return undefined
  const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  endTag.lastIndex = from
  const found = endTag.exec(html)
  return found ? tagEnd(html, found.index + found[0].length) : undefined
}
