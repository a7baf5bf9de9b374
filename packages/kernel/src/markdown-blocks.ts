/** Tracks block quotes, lists and fences line by line. */
import { nestingLimit } from './nesting-limit.ts'

/** An open fence and the number of containers around it. */
interface Fence {
  readonly mark: string
  readonly depth: number
}

/** Tracks the open containers. `open` has 0 for a block quote, and the indentation for a list item. */
export function blockReader() {
  const open: number[] = []
  let fence: Fence | undefined

  /** Updates the containers for the next line, and returns the offset of the line's text. */
  function line(source: string, start: number, end: number): number | 'blank' | 'code' {
    const last = lastVisible(source, start, end)
    const { at, continuing } = continuedContainers(open, source, start, last)
    if (fence && continuing >= fence.depth) {
      if (source.startsWith(fence.mark, skipBlanks(source, at, last))) fence = undefined
      return 'code'
    }
    fence = undefined
    if (at > last) return 'blank'
    open.length = continuing
    return opened(source, at, last, ruleStart(source, start, last))
  }

  function opened(source: string, from: number, last: number, rule: number): number | 'code' {
    let at = from
    while (at <= last && open.length <= nestingLimit) {
      const text = skipBlanks(source, at, last)
      const gap = columns(source, at, text)
      if (gap > 3) return 'code'
      const width = text < rule ? markerWidth(source, text, last) : 0
      if (width === 0) return isFence(source, text) ? 'code' : text
      open.push(source[text] === '>' ? 0 : gap + width + 1)
      at = afterBlank(source, text + width)
    }
    return at
  }

  function isFence(source: string, text: number): boolean {
    const mark = source.slice(text, text + 3)
    if (mark !== '```' && mark !== '~~~') return false
    fence = { mark, depth: open.length }
    return true
  }

  return { line, depth: () => open.length }
}

/** Counts the open containers that continue on this line, and returns the offset after their markers. */
function continuedContainers(
  open: readonly number[],
  source: string,
  start: number,
  last: number,
): { at: number; continuing: number } {
  let at = start
  let continuing = 0
  for (; continuing < open.length; continuing++) {
    const next = continued(source, at, last, open[continuing] ?? 0)
    if (next === undefined) break
    at = next
  }
  return { at, continuing }
}

/** Offset after the marker of a container that continues on this line; undefined if the container ends. */
function continued(source: string, at: number, last: number, indent: number): number | undefined {
  if (indent > 0 && at > last) return at
  if (indent === 0) {
    const text = skipBlanks(source, at, Math.min(last, at + 3))
    if (source[text] !== '>' || text > last) return undefined
    return afterBlank(source, text + 1)
  }
  for (let column = 0; column < indent; column += source[at++] === '\t' ? 4 : 1)
    if (!isBlank(source[at])) return undefined
  return at
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

const afterBlank = (source: string, at: number): number => (isBlank(source[at]) ? at + 1 : at)

function skipBlanks(source: string, from: number, last: number): number {
  let at = from
  while (at <= last && isBlank(source[at])) at++
  return at
}

/** Columns of white space between two offsets; stops counting above 4. */
function columns(source: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to && count < 5; at++) count += source[at] === '\t' ? 4 : 1
  return count
}

function lastVisible(source: string, start: number, end: number): number {
  let at = end - 1
  while (at >= start && (isBlank(source[at]) || source[at] === '\r')) at--
  return at
}

/** Offset at which a thematic break (`- - -`) starts. Its marks do not open lists. */
function ruleStart(source: string, start: number, last: number): number {
  const mark = source[last] ?? ''
  let at = last
  if (mark !== '-' && mark !== '*') return last + 1
  while (at >= start && (source[at] === mark || isBlank(source[at]))) at--
  return at + 1
}

/** Length of the marker at the offset, such as `>`, `-` or `12.`; 0 if there is none. */
function markerWidth(source: string, at: number, last: number): number {
  const first = source[at] ?? ''
  if (first === '>') return 1
  let width = 1
  if (first >= '0' && first <= '9') {
    while (width < 10 && (source[at + width] ?? '') >= '0' && (source[at + width] ?? '') <= '9') width++
    const after = source[at + width]
    if (after !== '.' && after !== ')') return 0
    width++
  } else if (first !== '-' && first !== '+' && first !== '*') return 0
  return at + width > last || isBlank(source[at + width]) ? width : 0
}
