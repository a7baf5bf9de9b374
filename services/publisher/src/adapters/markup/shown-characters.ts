/** HTML without the characters that a page has no place for. */
import { replaceCodePoint } from 'entities/decode'
import { shownText } from '../../core/site/shown-text.ts'

const numbered = /&#(?:x([\da-f]+)|(\d+));?/gi
/** In scripts, styles and comments nothing is a reference. */
const literal = /<(script|style|xmp)(?=[\s/>]).*?(?:<\/\1(?=[\s/>])|$)|<!--(?:-?>|.*?(?:--!?>|$))/gis

/** Without such characters, nor references to them. What is `raw` is published as it is, with what is no HTML in it. */
export function shownCharacters(html: string, raw: boolean): string {
  // A source has none of them: marked has made characters of numbers.
  const shown = shownText(html.replace(/[\x80-\x9f]/g, (character) => characterOf(character.charCodeAt(0))))
  if (!raw) return withoutNamed(shown)
  let [text, from] = ['', 0]
  for (const { 0: kept, index } of shown.matchAll(literal)) {
    text += withoutNamed(shown.slice(from, index)) + kept
    from = index + kept.length
  }
  return text + withoutNamed(shown.slice(from))
}

const characterOf = (codePoint: number): string => String.fromCodePoint(replaceCodePoint(codePoint))

/** Where one reference is taken away another may come about: `&#&#1;1;`. With another character in its place none does. */
const withoutNamed = (html: string): string =>
  html.replace(numbered, hiddenBy('')).replace(numbered, hiddenBy('\ufffd'))

const hiddenBy = (instead: string) => (reference: string, hex?: string, decimal?: string) =>
  shownText(characterOf(hex ? Number.parseInt(hex, 16) : Number(decimal))) === '' ? instead : reference
