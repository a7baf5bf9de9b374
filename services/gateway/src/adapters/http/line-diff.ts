import { diffLines } from 'diff'
import { z } from 'zod'

export const lineDiff = z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), lines: z.int(), text: z.string() }))
export type LineDiff = z.infer<typeof lineDiff>

/** Milliseconds after which texts that have little in common are told as replaced whole: everybody else waits meanwhile. */
const limitMs = 200

/** What to take away from the first text and to add to it to come to the second, by lines. All texts joined, but one kind, give one of the two. */
export function diffOf(from: string, to: string): LineDiff {
  const parts = diffLines(from, to, { timeout: limitMs })
  if (!parts) return replaced(from, to)
  return parts.map(({ added, removed, count, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    lines: count,
    text: value,
  }))
}

function replaced(from: string, to: string): LineDiff {
  const part = (kind: 'removed' | 'added', text: string): LineDiff =>
    text === '' ? [] : [{ kind, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0), text }]
  return [...part('removed', from), ...part('added', to)]
}
