/** Entities of HTML, as far as they stand in addresses and texts that we read. */
import { shownText } from '../../core/model/shown-text.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** What browsers make of the numbers 128 to 159, which are control characters but for that. @see https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function signOf(point: number): string {
  if (point >= 0x80 && point <= 0x9f) return windows1252.charAt(point - 0x80)
  return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : '\ufffd'
}

const pointOf = (hex: string | undefined, decimal: string | undefined): number => (hex ? Number.parseInt(hex, 16) : Number(decimal))

export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal?: string, hex?: string, name?: string) =>
    name ? (named[name.toLowerCase()] ?? entity) : signOf(pointOf(hex, decimal)),
  )

const numbered = /&#(?:x([\da-f]+)|(\d+));?/gi
/** In scripts, styles and comments nothing is a reference. */
const literal = /<(script|style|xmp)(?=[\s/>]).*?(?:<\/\1(?=[\s/>])|$)|<!--(?:-?>|.*?(?:--!?>|$))/gis

/** Without the signs that a page has no place for, nor references to them. What is `raw` is published as it is, with what is no HTML in it. */
export function shownHtml(html: string, raw: boolean): string {
  // A source has none of them: marked has made signs of numbers.
  const shown = shownText(html.replace(/[\x80-\x9f]/g, (sign) => signOf(sign.charCodeAt(0))))
  if (!raw) return withoutNamed(shown)
  let [text, from] = ['', 0]
  for (const { 0: kept, index } of shown.matchAll(literal)) {
    text += withoutNamed(shown.slice(from, index)) + kept
    from = index + kept.length
  }
  return text + withoutNamed(shown.slice(from))
}

/** Where one reference is taken away another may come about: `&#&#1;1;`. With another sign in its place none does. */
const withoutNamed = (html: string): string => html.replace(numbered, hiddenBy('')).replace(numbered, hiddenBy('\ufffd'))

const hiddenBy = (instead: string) => (reference: string, hex?: string, decimal?: string) =>
  shownText(signOf(pointOf(hex, decimal))) === '' ? instead : reference
