/** What an author's own HTML becomes before the sanitizer reads it: what is not allowed to hide text is text itself. */
import { htmlAsText, withoutTagsIn } from '@typecase/kernel'
import { safeHtml } from './safe-html.ts'

/** One piece of HTML of a Markdown source: a block or an inline tag. */
export function shownHtml(piece: string): string {
  const spans = htmlAsText(piece, isFrameTag)
  if (spans.length === 0) return piece
  // CommonMark hides a block that is a comment, up to the end of the block where nothing ends the comment.
  const [{ start, kind }] = spans as [(typeof spans)[number]]
  if (kind === 'rest' && piece.startsWith('<!--', start) && piece.slice(0, start).trim() === '') return `${piece}-->`
  return withoutTagsIn(piece, spans)
}

/** An end tag is judged by {@link withClosedFrames}, which sees the whole body. */
export const isFrameTag = (tag: string): boolean => /^<\/iframe/i.test(tag) || isAllowedFrame(tag)

/** The sanitizer decides, so that both always agree. */
const isAllowedFrame = (tag: string): boolean => /^<iframe/i.test(tag) && safeHtml(`${tag}</iframe>`) !== ''

const frameTag = /<(\/?)iframe(?=[\s/>])(?:[^"'>]|"[^"]*"|'[^']*')*>/gi
const firstBlockTag = /<(\/?)(?:p|li|h[1-6]|td|th|blockquote)[\s>]/i

/** Closes a frame where it begins if its end tag is missing or stands in another block, and shows an end tag without a frame as text. */
export function withClosedFrames(html: string): string {
  if (!/<\/?iframe/i.test(html)) return html
  let [text, copied] = ['', 0]
  let opened: number | undefined
  const take = (end: number, instead: string) => {
    text += html.slice(copied, end) + instead
    copied = end
  }
  for (const { 0: tag, 1: slash, index } of html.matchAll(frameTag)) {
    const isPair = slash !== '' && opened !== undefined && firstBlockTag.exec(html.slice(opened, index))?.[1] !== '/'
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
