import { diffLines } from 'diff'
import { z } from 'zod'

export const lineDiff = z.array(
  z.object({ kind: z.enum(['same', 'removed', 'added']), lines: z.int(), text: z.string() }),
)
export type LineDiff = z.infer<typeof lineDiff>

/**
 * Maximum milliseconds of a comparison, because it blocks other requests. After this time, all compared lines
 * count as replaced.
 */
const limitMs = 200
/** Maximum lines per text, not counting common lines at the start and end. More lines would take seconds. */
const maxLines = 50_000

/**
 * Compares texts by line. The `same` and `removed` parts together are `from`; the `same` and `added` parts
 * together are `to`.
 */
export function diffOf(from: string, to: string): LineDiff {
  const start = commonStart(from, to)
  const end = commonEnd(from.slice(start), to.slice(start))
  const middle = changesOf(from.slice(start, from.length - end), to.slice(start, to.length - end))
  const parts = [
    ...partOf('same', from.slice(0, start)),
    ...middle,
    ...partOf('same', from.slice(from.length - end)),
  ]
  return merged(parts)
}

/** UTF-16 units of the common leading lines. */
function commonStart(from: string, to: string): number {
  let at = 0
  while (at < from.length && at < to.length && from[at] === to[at]) at += 1
  if (at === from.length && at === to.length) return at
  return at === 0 ? 0 : from.lastIndexOf('\n', at - 1) + 1
}

/** UTF-16 units of the common trailing lines, which follow a line break in both texts. */
function commonEnd(from: string, to: string): number {
  let length = 0
  while (
    length < from.length &&
    length < to.length &&
    from[from.length - 1 - length] === to[to.length - 1 - length]
  )
    length += 1
  const lineBreak = from.indexOf('\n', from.length - length)
  return lineBreak < 0 ? 0 : from.length - lineBreak - 1
}

function changesOf(from: string, to: string): LineDiff {
  const isShort = linesOf(from) <= maxLines && linesOf(to) <= maxLines
  const parts = isShort ? diffLines(from, to, { timeout: limitMs }) : undefined
  if (!parts) return [...partOf('removed', from), ...partOf('added', to)]
  return parts.map(({ added, removed, count, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    lines: count,
    text: value,
  }))
}

const partOf = (kind: LineDiff[number]['kind'], text: string): LineDiff =>
  text === '' ? [] : [{ kind, lines: linesOf(text), text }]

function linesOf(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Joins adjacent parts of the same kind. */
function merged(parts: LineDiff): LineDiff {
  const result: LineDiff = []
  for (const part of parts) {
    const last = result.at(-1)
    if (last?.kind !== part.kind) result.push({ ...part })
    else
      result[result.length - 1] = {
        kind: part.kind,
        lines: last.lines + part.lines,
        text: last.text + part.text,
      }
  }
  return result
}
