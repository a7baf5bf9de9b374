/**
 * HTML that holds nothing but what Markdown itself makes, read once. Whoever writes no HTML of his own gets exactly what the
 * sanitizer would have made of it, without its price; for anything else this has no answer (D12.11). HTML that an author wrote is not for it, even where it looks alike.
 */

export interface PlainMarkup {
  readonly pieces: readonly string[]
  readonly urls: readonly string[]
  /** The words, one blank between them. */
  readonly text: string
}

const address = '(?:https?:\\/\\/[^"<>\\s&]|\\/(?![/\\\\])|#|mailto:[^"<>\\s&])(?:[^"<>&\\s]|&amp;)*'
const imageAddress = address.replace('|mailto:[^"<>\\s&]', '')
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
    `|(?:(a) href="(${address})"|img src="(${imageAddress})" alt="${value}")(?: title="${value}")?(?: \\/)?`,
    ')>',
  ].join(''),
  'y',
)
/** What Markdown writes of what a browser would read as entities. */
const ownEntity = /&(?:amp|lt|gt|quot|#39);/y
/** A tag behind which a word can't go on. */
const endsWord = /^<(?:\/(?:p|li|h[1-6]|td|th|tr|blockquote|pre)>|[bh]r )/

/** Signs by their code. */
const [slash, end] = [47, 62]

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

/** Most of these have a name of one sign or two, `p` or `td`: to find them by these takes a part of the time again. */
const signs = 123
const shortTags = Array.from({ length: 2 * signs * signs }, (): PlainTag | undefined => undefined)
for (const bare of bareTags.values()) {
  const number = shortNumber(bare.tag, 0)
  if (number !== undefined) shortTags[number] = bare
}

/** Undefined where there is no such name. */
function shortNumber(html: string, start: number): number | undefined {
  const isClosing = html.charCodeAt(start + 1) === slash
  const at = isClosing ? start + 2 : start + 1
  const [first, second] = [html.charCodeAt(at), html.charCodeAt(at + 1)]
  const isLong = second !== end
  if (!(first < signs && second < signs) || (isLong && html.charCodeAt(at + 2) !== end)) return undefined
  return (isClosing ? signs * signs : 0) + first * signs + second
}

/** The tag that begins there; undefined for one that Markdown does not make. */
function tagAt(html: string, start: number): PlainTag | undefined {
  const short = shortTags[shortNumber(html, start) ?? -1]
  if (short) return short
  const bare = bareTags.get(html.slice(start, html.indexOf('>', start) + 1))
  if (bare) return bare
  plainTag.lastIndex = start
  const found = plainTag.exec(html)
  if (!found) return undefined
  const [tag, closed, plain, heading, code, cell, list, anchor, link, image] = found
  return { tag, closed, opened: plain ?? heading ?? code ?? cell ?? list ?? anchor, url: link ?? image, endsWord: endsWord.test(tag) }
}

/** Undefined where the HTML holds anything else, or is not closed as it was opened. */
export function plainMarkup(html: string): PlainMarkup | undefined {
  if (hasForeignEntity(html) || html.includes('\0')) return undefined
  const open: string[] = []
  const urls: string[] = []
  const written = writer(html)
  let [text, at] = ['', 0]
  for (let next = html.indexOf('<'); next >= 0; next = html.indexOf('<', at)) {
    const found = tagAt(html, next)
    if (!found) return undefined
    const { tag, closed, opened, url } = found
    if (closed !== undefined && open.pop() !== closed) return undefined
    // marked writes a link within a link where an address is in pointed brackets.
    if (opened === 'a' && open.includes('a')) return undefined
    if (opened !== undefined) open.push(opened)
    text += html.slice(at, next)
    if (found.endsWord) text += ' '
    written.text(at, next)
    const end = next + tag.length
    if (url === undefined) written.tag(next, end)
    else {
      const start = next + tag.indexOf('="') + 2
      written.tag(next, start)
      written.cut(start, start + url.length)
      urls.push(url.replaceAll('&amp;', '&'))
      written.tag(start + url.length, end)
    }
    at = end
  }
  if (open.length > 0) return undefined
  written.text(at, html.length)
  written.cut(html.length, html.length)
  return {
    pieces: written.pieces,
    urls,
    text: decoded(text + html.slice(at))
      .replace(unevenSpace, ' ')
      .trim(),
  }
}

/** White space that is not one blank. */
const unevenSpace = /[^\S ]\s*| \s+/g

function hasForeignEntity(html: string): boolean {
  for (let at = html.indexOf('&'); at >= 0; at = html.indexOf('&', at + 1)) {
    ownEntity.lastIndex = at
    if (!ownEntity.test(html)) return true
  }
  return false
}

/** Writes the pieces as the sanitizer would: what needs no other form, which is nearly all, is copied in one go. */
function writer(html: string) {
  const pieces: string[] = []
  let piece = ''
  let copied = 0
  let entity = html.indexOf('&')
  const take = (from: number, to: number, formed: (part: string) => string): void => {
    while (entity >= 0 && entity < from) entity = html.indexOf('&', entity + 1)
    if (entity < 0 || entity >= to) return
    piece += html.slice(copied, from) + formed(html.slice(from, to))
    copied = to
  }
  return {
    pieces,
    text: (from: number, to: number) => take(from, to, withQuotes),
    tag: (from: number, to: number) => take(from, to, withApostrophes),
    /** Ends a piece there; the next begins behind. */
    cut(from: number, to: number): void {
      pieces.push(piece + html.slice(copied, from))
      piece = ''
      copied = to
    },
  }
}

/** As the sanitizer writes text: quotes mean nothing there. */
const withQuotes = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'")

const withApostrophes = (tag: string): string => tag.replaceAll('&#39;', "'")

const decoded = (text: string): string =>
  text.includes('&') ? withQuotes(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&') : text
