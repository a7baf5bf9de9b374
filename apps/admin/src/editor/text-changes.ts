import { diffIndices } from 'node-diff3'
import { blocksOf, isComparable } from './merge-text.ts'

export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Returns the smallest changes from one text to another, so that the cursor stays in the same word. */
export function textChanges(before: string, after: string): readonly TextChange[] {
  const range = trimmed(0, before, after)
  const [old, updated] = [blocksOf(before.slice(range.from, range.to)), blocksOf(range.insert)]
  if (!isComparable(old, updated)) return [range]
  const starts = [range.from]
  for (const block of old) starts.push((starts.at(-1) ?? 0) + block.length)
  return diffIndices([...old], [...updated]).map(({ buffer1: [at], buffer1Content, buffer2Content }) =>
    trimmed(starts[at] ?? range.from, buffer1Content.join(''), buffer2Content.join('')),
  )
}

/** The change between two texts without their common prefix and suffix. */
function trimmed(start: number, before: string, after: string): TextChange {
  const shortest = Math.min(before.length, after.length)
  let head = 0
  while (head < shortest && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return {
    from: start + head,
    to: start + before.length - tail,
    insert: after.slice(head, after.length - tail),
  }
}
