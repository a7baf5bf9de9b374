import { diffComm } from 'node-diff3'
import type { LinePart } from '../api/types.ts'

export function compareLines(from: string, to: string): readonly LinePart[] {
  const part = (kind: LinePart['kind'], lines: readonly string[]): LinePart[] =>
    lines.length === 0 ? [] : [{ kind, lines: lines.length, text: `${lines.join('\n')}\n` }]
  return diffComm(from.split('\n'), to.split('\n')).flatMap((piece) =>
    'common' in piece && piece.common
      ? part('same', piece.common)
      : [
          ...part('removed', ('buffer1' in piece && piece.buffer1) || []),
          ...part('added', ('buffer2' in piece && piece.buffer2) || []),
        ],
  )
}
