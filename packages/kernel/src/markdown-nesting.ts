/** Estimates the nesting depth of Markdown in one pass; parsers still need their own limits. */
import { blockReader } from './markdown-blocks.ts'
import { inlineReader } from './markdown-pairs.ts'
import { nestingLimit } from './nesting-limit.ts'

/** True when containers, or brackets and emphasis of one paragraph, nest deeper than {@link nestingLimit}. */
export function nestsTooDeep(markdown: string): boolean {
  if (!hasManyMarks(markdown)) return false
  const blocks = blockReader()
  let inline = inlineReader()
  for (let start = 0; start <= markdown.length; ) {
    const found = markdown.indexOf('\n', start)
    const end = found < 0 ? markdown.length : found
    const text = blocks.line(markdown, start, end)
    if (blocks.depth() > nestingLimit) return true
    if (text === 'blank') inline = inlineReader()
    else if (text !== 'code' && inline.deepens(markdown.slice(text, end))) return true
    start = end + 1
  }
  return false
}

/** Every level of nesting needs at least one of these marks. */
const nestingMark = /[>+*_[-]|\d[.)]/g

/** A cheap test that excludes most texts. */
function hasManyMarks(markdown: string): boolean {
  nestingMark.lastIndex = 0
  for (let count = 0; count <= nestingLimit; count++) if (!nestingMark.test(markdown)) return false
  return true
}
