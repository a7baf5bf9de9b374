import { diffIndices } from 'node-diff3'
import { blocksOf, isComparable } from './merge-text.ts'

export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Minimal changes from one text to another, so that the cursor stays at its word. */
export function textChanges(before: string, after: string): readonly TextChange[] {
  const whole = trimmed(0, before, after)
  const [old, fresh] = [blocksOf(before.slice(whole.from, whole.to)), blocksOf(whole.insert)]
  if (!isComparable(old, fresh)) return [whole]
  const starts = [whole.from]
  for (const block of old) starts.push((starts.at(-1) ?? 0) + block.length)
  return diffIndices([...old], [...fresh]).map(({ buffer1: [at], buffer1Content, buffer2Content }) =>
    trimmed(starts[at] ?? whole.from, buffer1Content.join(''), buffer2Content.join('')),
  )
}

/** Drops the common prefix and suffix. */
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
