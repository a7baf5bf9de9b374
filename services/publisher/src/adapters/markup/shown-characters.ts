import { replaceCodePoint } from 'entities/decode'
import { shownText } from '../../core/site/shown-text.ts'

const numbered = /&#(?:x([\da-f]+)|(\d+));?/gi
/** Matches elements and comments in which browsers do not decode character references. */
const literal = /<(script|style|xmp)(?=[\s/>]).*?(?:<\/\1(?=[\s/>])|$)|<!--(?:-?>|.*?(?:--!?>|$))/gis

export function shownCharacters(html: string, raw: boolean): string {
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

/** Two passes, because removing a reference could form another: `&#&#1;1;`. */
const withoutNamed = (html: string): string =>
  html.replace(numbered, hiddenBy('')).replace(numbered, hiddenBy('\ufffd'))

const hiddenBy = (instead: string) => (reference: string, hex?: string, decimal?: string) =>
  shownText(characterOf(hex ? Number.parseInt(hex, 16) : Number(decimal))) === '' ? instead : reference
