/** Escapes tags that would hide the text after them, so that they are shown as text. */
import { htmlAsText, withoutTagsIn } from '@typecase/kernel'
import { isSafeFrame } from './raw-html.ts'

export function shownHtml(piece: string): string {
  const spans = htmlAsText(piece, isFrameTag)
  if (spans.length === 0) return withClosedFrames(piece)
  // A block that begins with an unclosed comment stays hidden, as in CommonMark.
  const [{ start, kind }] = spans as [(typeof spans)[number]]
  if (kind === 'rest' && piece.startsWith('<!--', start) && piece.slice(0, start).trim() === '')
    return `${piece}-->`
  return withClosedFrames(withoutTagsIn(piece, spans))
}

export const isFrameTag = (tag: string): boolean => /^<\/iframe/i.test(tag) || isAllowedFrame(tag)

const isAllowedFrame = (tag: string): boolean => /^<iframe/i.test(tag) && isSafeFrame(tag)

const frameTag = /<(\/?)iframe(?=[\s/>])(?:[^"'>]|"[^"]*"|'[^']*')*>/gi
const firstBlockTag = /<(\/?)(?:p|li|h[1-6]|td|th|blockquote)[\s>]/i

/** Closes iframes that are not closed in their block, and shows stray end tags as text. */
function withClosedFrames(html: string): string {
  if (!/<\/?iframe/i.test(html)) return html
  let [text, copied] = ['', 0]
  let opened: number | undefined
  const take = (end: number, instead: string) => {
    text += html.slice(copied, end) + instead
    copied = end
  }
  for (const { 0: tag, 1: slash, index } of html.matchAll(frameTag)) {
    const isPair =
      slash !== '' && opened !== undefined && firstBlockTag.exec(html.slice(opened, index))?.[1] !== '/'
    if (opened !== undefined && !isPair) take(opened, '</iframe>')
    if (slash !== '' && !isPair) {
      take(index, '&lt;')
      copied += 1
    }
    opened = slash === '' ? index + tag.length : undefined
  }
  if (opened !== undefined) take(opened, '</iframe>')
  return text + html.slice(copied)
}
