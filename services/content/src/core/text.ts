/** Rules about plain text. */
import { nestingLimit, nestsTooDeep } from '@typecase/kernel'

/**
 * The reason why a text cannot be stored unchanged; undefined if it can. Postgres refuses U+0000 and lone
 * surrogates.
 */
export function textError(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character U+0000'
  if (!text.isWellFormed()) return 'must be well-formed Unicode'
  return undefined
}

/** The reason why a body cannot be stored: invalid text, or nesting that is too deep for its parsers. */
export const bodyError = (markdown: string): string | undefined =>
  textError(markdown) ??
  (nestsTooDeep(markdown) ? `must not nest deeper than ${nestingLimit} levels` : undefined)

/** Truncates to `length` UTF-16 units without splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Truncates to `length` characters at a word, including the final `...` (contract.md#post-list-views). */
export function summarise(text: string, length: number): string {
  if (text.length <= length) return text
  const room = length - 3
  if (room <= 0) return '...'.slice(0, length)
  const cut = /\s/.test(text.charAt(room)) ? room : text.slice(0, room).search(/\s\S*$/)
  return `${cut > 0 ? text.slice(0, cut).trimEnd() : cutText(text, room)}...`
}
