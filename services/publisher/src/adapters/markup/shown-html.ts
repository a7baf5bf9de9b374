/** An author's own HTML with the tags that would hide text as text, before it is read for a page. */
import { htmlAsText, withoutTagsIn } from '@typecase/kernel'
import { isSafeFrame } from './raw-html.ts'

/** One piece of HTML of a Markdown source: a block or an inline tag. */
export function shownHtml(piece: string): string {
  const spans = htmlAsText(piece, isFrameTag)
  if (spans.length === 0) return withClosedFrames(piece)
  // CommonMark hides a block that is a comment, up to the end of the block where nothing ends the comment.
  const [{ start, kind }] = spans as [(typeof spans)[number]]
  if (kind === 'rest' && piece.startsWith('<!--', start) && piece.slice(0, start).trim() === '')
    return `${piece}-->`
  return withClosedFrames(withoutTagsIn(piece, spans))
}

/** An end tag is judged by {@link withClosedFrames}. */
export const isFrameTag = (tag: string): boolean => /^<\/iframe/i.test(tag) || isAllowedFrame(tag)

const isAllowedFrame = (tag: string): boolean => /^<iframe/i.test(tag) && isSafeFrame(tag)

const frameTag = /<(\/?)iframe(?=[\s/>])(?:[^"'>]|"[^"]*"|'[^']*')*>/gi
const firstBlockTag = /<(\/?)(?:p|li|h[1-6]|td|th|blockquote)[\s>]/i

/** Closes a frame where it begins if its end tag is missing or stands in another block, and shows an end tag without a frame as text. */
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
