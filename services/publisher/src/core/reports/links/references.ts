/** What a finished page refers to, and what may be referred to in it, as it is written. Runs where pages are rendered, so it reads no more than it must. */
import { srcsetParts } from './srcset.ts'

/**
 * In the first line the ids of a finished page, one blank between them; in each further line an address as it stands there. Reads
 * `id`, `href`, `src`, `srcset` and `poster` of tags, and the `name` of an `a`; what stands in text, comments, scripts and styles is none, nor what is longer than any
 * address that is served. Where addresses lead is found out when readers have the site (`read-references.ts`).
 */
export function referencesIn(html: string): string {
  const ids: string[] = []
  const addresses: string[] = []
  const hidden = hiddenIn(html)
  const tags = tagsOf(html)
  for (let at = html.indexOf('='); at >= 0; at = html.indexOf('=', at + 1)) {
    const name = nameBefore(html, at, tags.isInAnchor)
    if (name === undefined || hidden(at) || !tags.isInTag(at)) continue
    const value = valueBehind(html, at)
    if (name === 'id' || name === 'name') ids.push(...idsOf(value))
    else if (name === 'srcset') addresses.push(...candidatesOf(value))
    else addresses.push(addressOf(value))
  }
  const each = once(addresses)
  return `${once(ids).join(' ')}${each.length > 0 ? '\n' : ''}${each.join('\n')}`
}

/** References of a page of which some may stand there again and again: whoever reads them shall not. Of few it costs more than it saves. */
const many = 200

function once(values: readonly string[]): readonly string[] {
  const short = values.length > many ? [...new Set(values)] : values
  return short.filter(({ length }) => length <= longestReference)
}

/** UTF-16 units. */
const longestReference = 8_000

/** None in what has white space. */
function idsOf(value: string): readonly string[] {
  const id = plain(value)
  return /\s/.test(id) ? [] : [id]
}

/** On one line. */
const addressOf = (value: string): string => (value.includes('\n') ? value.replaceAll('\n', '&#10;') : value)

/** As each would be written if it were the only one. */
const candidatesOf = (value: string): readonly string[] =>
  [...srcsetParts(plain(value))].flatMap(({ text, isUrl }) => (isUrl ? [text.replaceAll('&', '&amp;')] : []))

/** Characters by their code. */
const [a, c, d, e, f, i, r, t] = [97, 99, 100, 101, 102, 105, 114, 116]
const [blank, bang, quote, apostrophe, slash, equals, end] = [32, 33, 34, 39, 47, 61, 62]
const lowerCase = 32

/** The name of an attribute that counts and whose `=` stands there, perhaps behind blanks. */
function nameBefore(html: string, equals: number, isInAnchor: (at: number) => boolean): string | undefined {
  let at = equals
  while (at > 0 && html.charCodeAt(at - 1) <= blank) at -= 1
  let name: string
  switch (html.charCodeAt(at - 1) | lowerCase) {
    case d:
      if ((html.charCodeAt(at - 2) | lowerCase) !== i) return undefined
      name = 'id'
      break
    case f:
      name = 'href'
      break
    case c:
      name = 'src'
      break
    case t:
      name = 'srcset'
      break
    case r:
      name = 'poster'
      break
    case e:
      if (!isInAnchor(at)) return undefined
      name = 'name'
      break
    default:
      return undefined
  }
  const start = at - name.length
  // What stands before it is white space, or the end of another value.
  const before = html.charCodeAt(start - 1)
  if (before > blank && before !== quote && before !== apostrophe && before !== slash) return undefined
  const written = html.slice(start, at)
  return written === name || written.toLowerCase() === name ? name : undefined
}

/** What is open at places of a page, which are asked about from the first to the last: each character is read once. */
function tagsOf(html: string) {
  /** Of the last `<` before the place, and of the next one. */
  let start = -1
  let next = html.indexOf('<')
  /** How far the tag has been read, the quotation mark that is open there, and whether the tag has ended. */
  let read = 0
  let open = 0
  let ended = false

  const moveTo = (at: number): void => {
    for (; next >= 0 && next <= at; next = html.indexOf('<', next + 1)) start = next
    if (read > start) return
    read = start + 1
    open = 0
    ended = false
  }
  return {
    /** Whether the tag that was opened last is an `a`. */
    isInAnchor(at: number): boolean {
      moveTo(at)
      return (
        start >= 0 && (html.charCodeAt(start + 1) | lowerCase) === a && html.charCodeAt(start + 2) <= blank
      )
    },
    /** Whether the tag that was opened last is still open there, and no value of it. A text has no bare `<`. */
    isInTag(at: number): boolean {
      moveTo(at)
      const first = html.charCodeAt(start + 1)
      if (start < 0 || first === slash || first === bang) return false
      for (; read < at && !ended; read += 1) {
        const character = html.charCodeAt(read)
        if (open === 0 && character === end) ended = true
        else if (open === character) open = 0
        else if (open === 0 && isQuote(character) && html.charCodeAt(read - 1) === equals) open = character
      }
      return !ended && open === 0
    },
  }
}

const isQuote = (character: number): boolean => character === quote || character === apostrophe

const unquoted = /[^\s"'<>`]*/y

function valueBehind(html: string, equals: number): string {
  let at = equals
  while (at + 1 < html.length && html.charCodeAt(at + 1) <= blank) at += 1
  const mark = html.charAt(at + 1)
  if (mark === '"' || mark === "'") {
    const behind = html.indexOf(mark, at + 2)
    return behind < 0 ? '' : html.slice(at + 2, behind)
  }
  unquoted.lastIndex = at + 1
  return unquoted.exec(html)?.[0] ?? ''
}

const opening = /<(?:!--|(script|style)[\s/>])/gi

/** Tells of places, from the first to the last, whether they lie in a comment, a script or a style. */
function hiddenIn(html: string): (at: number) => boolean {
  const found: (readonly [from: number, to: number])[] = []
  opening.lastIndex = 0
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    // The attributes of the tag itself count.
    const start = match[1] ? html.indexOf('>', match.index) : match.index
    const close = match[1] ? new RegExp(`</${match[1]}`, 'ig') : /-->/g
    close.lastIndex = Math.max(start, match.index)
    const closed = close.test(html) ? close.lastIndex : html.length
    found.push([start < 0 ? html.length : start, closed])
    opening.lastIndex = closed
  }
  let next = 0
  return (at) => {
    while ((found[next]?.[1] ?? html.length) < at) next += 1
    return at > (found[next]?.[0] ?? html.length)
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi

/** With the few entities decoded that stand in addresses. */
export const plain = (value: string): string =>
  value.includes('&')
    ? value.replace(entity, (written, decimal: string, hex: string, name: string) => {
        if (name) return entities[name.toLowerCase()] ?? written
        const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : written
      })
    : value
