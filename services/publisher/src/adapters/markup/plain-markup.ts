/**
 * HTML that holds nothing but what Markdown itself makes, read once. Whoever writes no HTML of his own gets exactly what the
 * sanitizer would have made of it, without its price; for anything else this has no answer (D12.11).
 */

export interface PlainMarkup {
  readonly pieces: readonly string[]
  readonly urls: readonly string[]
  /** The words, one blank between them. */
  readonly text: string
}

const address = '(?:https?:\\/\\/[^"<>\\s&]|\\/(?![/\\\\])|#|mailto:[^"<>\\s&])(?:[^"<>&\\s]|&amp;)*'
const value = '[^"<>]*'
const plainTag = new RegExp(
  [
    '<(?:',
    '\\/(p|em|strong|del|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|h[1-6]|a)',
    '|(p|em|strong|del|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td)',
    `|(h[1-6]) id="${value}"`,
    '|(code) class="language-[\\w-]+"',
    '|(th|td) style="text-align:(?:left|right|center)"',
    '|(ol) start="\\d+"',
    '|(?:br|hr) \\/',
    `|(?:(a) href|img src)="(${address})"(?: alt="${value}")?(?: title="${value}")?(?: \\/)?`,
    ')>',
  ].join(''),
  'y',
)
/** Entities that a browser would read, but those that Markdown writes. */
const foreignEntity = /&(?!(?:amp|lt|gt|quot|#39);)/
/** A tag behind which a word can't go on. */
const endsWord = /^<(?:\/(?:p|li|h[1-6]|td|th|tr|blockquote|pre)>|[bh]r )/

interface PlainTag {
  readonly tag: string
  readonly closed?: string | undefined
  readonly opened?: string | undefined
  readonly url?: string | undefined
  readonly endsWord: boolean
}

/** Most tags have no attributes: these are found without a regular expression, which costs more than all else here. */
const bareTags = new Map<string, PlainTag>()
const bareNames = 'p em strong del code pre blockquote ul ol li table thead tbody tr th td'.split(' ')
for (const opened of bareNames) bareTags.set(`<${opened}>`, { tag: `<${opened}>`, opened, endsWord: false })
for (const closed of [...bareNames, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'a'])
  bareTags.set(`</${closed}>`, { tag: `</${closed}>`, closed, endsWord: endsWord.test(`</${closed}>`) })
for (const tag of ['<br />', '<hr />']) bareTags.set(tag, { tag, endsWord: endsWord.test(tag) })

/** The tag that begins there; undefined for one that Markdown does not make. */
function tagAt(html: string, start: number): PlainTag | undefined {
  const bare = bareTags.get(html.slice(start, html.indexOf('>', start) + 1))
  if (bare) return bare
  plainTag.lastIndex = start
  const found = plainTag.exec(html)
  if (!found) return undefined
  const [tag, closed, plain, heading, code, cell, list, anchor, url] = found
  return { tag, closed, opened: plain ?? heading ?? code ?? cell ?? list ?? anchor, url, endsWord: endsWord.test(tag) }
}

/** Undefined where the HTML holds anything else, or is not closed as it was opened. */
export function plainMarkup(html: string): PlainMarkup | undefined {
  if (foreignEntity.test(html) || html.includes('\0')) return undefined
  const open: string[] = []
  const pieces: string[] = []
  const urls: string[] = []
  let [piece, text, at] = ['', '', 0]
  for (let next = html.indexOf('<'); next >= 0; next = html.indexOf('<', at)) {
    const between = html.slice(at, next)
    const found = tagAt(html, next)
    if (!found) return undefined
    const { tag, closed, opened, url } = found
    if (closed !== undefined && open.pop() !== closed) return undefined
    if (opened !== undefined) open.push(opened)
    text += found.endsWord ? `${between} ` : between
    piece += withQuotes(between)
    if (url === undefined) piece += withApostrophes(tag)
    else {
      const start = tag.indexOf('="') + 2
      pieces.push(piece + tag.slice(0, start))
      urls.push(url.replaceAll('&amp;', '&'))
      piece = withApostrophes(tag.slice(start + url.length))
    }
    at = next + tag.length
  }
  if (open.length > 0) return undefined
  const end = html.slice(at)
  pieces.push(piece + withQuotes(end))
  return {
    pieces,
    urls,
    text: decoded(text + end)
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

const hasEntity = (text: string): boolean => text.includes('&')

/** As the sanitizer writes text: quotes mean nothing there. */
const withQuotes = (text: string): string => (hasEntity(text) ? text.replaceAll('&quot;', '"').replaceAll('&#39;', "'") : text)

const withApostrophes = (tag: string): string => (hasEntity(tag) ? tag.replaceAll('&#39;', "'") : tag)

const decoded = (text: string): string =>
  hasEntity(text) ? withQuotes(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') : text
