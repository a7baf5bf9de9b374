/** Finds references in a rendered page. Runs in the renderer and reads as little as possible. */
import { srcsetParts } from './srcset.ts'

/**
 * Returns the ids in the first line, then one URL per line, as written in `href`, `src`, `srcset` and
 * `poster`. Ids are in `id`, and in `name` of `a`. Skips text, comments, scripts, styles and overlong values.
 */
export function referencesIn(html: string): string {
  const ids: string[] = []
  const addresses: string[] = []
  const tags = tagsOf(html)
  for (let at = html.indexOf('='); at >= 0; at = html.indexOf('=', at + 1)) {
    const name = nameBefore(html, at, tags.isInAnchor)
    if (name === undefined || !tags.isInTag(at)) continue
    const value = valueBehind(html, at)
    if (name === 'id' || name === 'name') ids.push(...idsOf(value))
    else if (name === 'srcset') addresses.push(...candidatesOf(value))
    else addresses.push(addressOf(value))
  }
  const each = once(addresses)
  return `${once(ids).join(' ')}${each.length > 0 ? '\n' : ''}${each.join('\n')}`
}

/** Minimum number of values for which removing duplicates saves time. */
const many = 200

function once(values: readonly string[]): readonly string[] {
  const short = values.length > many ? [...new Set(values)] : values
  return short.filter(({ length }) => length <= longestReference)
}

const longestReference = 8_000

/** Omits ids with white space, which are invalid. */
function idsOf(value: string): readonly string[] {
  const id = plain(value)
  return /\s/.test(id) ? [] : [id]
}

const addressOf = (value: string): string => (value.includes('\n') ? value.replaceAll('\n', '&#10;') : value)

const candidatesOf = (value: string): readonly string[] =>
  [...srcsetParts(plain(value))].flatMap(({ text, isUrl }) => (isUrl ? [text.replaceAll('&', '&amp;')] : []))

const [a, c, d, e, f, i, r, s, t] = [97, 99, 100, 101, 102, 105, 114, 115, 116]
const [blank, bang, quote, apostrophe, slash, equals, end] = [32, 33, 34, 39, 47, 61, 62]
const lowerCase = 32

/** The attribute name before `=`, with or without white space between them. */
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
  // A name begins after white space or after the end of another value.
  const before = html.charCodeAt(start - 1)
  if (before > blank && before !== quote && before !== apostrophe && before !== slash) return undefined
  const written = html.slice(start, at)
  return written === name || written.toLowerCase() === name ? name : undefined
}

/** Positions must ascend, so that each character is read at most once. */
function tagsOf(html: string) {
  /** Position of the last `<` before the given position, and of the next `<`. */
  let start = -1
  let next = html.indexOf('<')
  /** The last comment, script or style that begins before the given position. */
  let hidden: Hidden = { from: -1, to: -1 }
  /** Scan state of the tag: position, open quotation mark, end. */
  let read = 0
  let open = 0
  let ended = false

  const moveTo = (at: number): void => {
    for (; next >= 0 && next <= at; next = html.indexOf('<', next + 1)) {
      start = next
      if (start >= hidden.to) hidden = hiddenAt(html, start) ?? hidden
    }
    if (read > start) return
    read = start + 1
    open = 0
    ended = false
  }
  return {
    isInAnchor(at: number): boolean {
      moveTo(at)
      return (
        start >= 0 && (html.charCodeAt(start + 1) | lowerCase) === a && html.charCodeAt(start + 2) <= blank
      )
    },
    /** True inside a tag and outside of its values, comments, scripts and styles. */
    isInTag(at: number): boolean {
      moveTo(at)
      const first = html.charCodeAt(start + 1)
      const isHidden = at > hidden.from && at <= hidden.to
      if (isHidden || start < 0 || first === slash || first === bang) return false
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

interface Hidden {
  readonly from: number
  readonly to: number
}

const opening = /<(?:!--|(script|style)[\s/>])/iy

/** The comment, script or style that begins at `at`, without the attributes of its tag. */
function hiddenAt(html: string, at: number): Hidden | undefined {
  const first = html.charCodeAt(at + 1)
  if (first !== bang && (first | lowerCase) !== s) return undefined
  opening.lastIndex = at
  const [found, name] = opening.exec(html) ?? []
  if (found === undefined) return undefined
  const from = name ? html.indexOf('>', at) : at
  const close = name ? new RegExp(`</${name}`, 'ig') : /-->/g
  close.lastIndex = Math.max(from, at)
  return { from: from < 0 ? html.length : from, to: close.test(html) ? close.lastIndex : html.length }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi

export const plain = (value: string): string =>
  value.includes('&')
    ? value.replace(entity, (written, decimal: string, hex: string, name: string) => {
        if (name) return entities[name.toLowerCase()] ?? written
        const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : written
      })
    : value
