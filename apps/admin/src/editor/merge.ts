/** Two versions that grew from the same one, brought together. */
import { diff3Merge } from 'node-diff3'
import type { Kind } from '../api/types.ts'
import { differing, type Fields } from './fields.ts'

export interface Merged {
  readonly fields: Fields
  /** How many places both sides changed; in the text they are marked, of other fields mine is taken. */
  readonly conflicts: number
}

export function mergeFields(kind: Kind, base: Fields, mine: Fields, theirs: Fields): Merged {
  const byMe = differing(kind, base, mine)
  const byThem = differing(kind, base, theirs)
  const apart = differing(kind, mine, theirs)
  const text = mergeText(base.content, mine.content, theirs.content)
  const taken = Object.fromEntries(byMe.map((name) => [name, mine[name]]))
  const both = byMe.filter((name) => name !== 'content' && byThem.includes(name) && apart.includes(name))
  return { fields: { ...theirs, ...taken, content: text.content }, conflicts: text.conflicts + both.length }
}

/** By lines. Where both changed the same place both stand, marked as in version control. */
export function mergeText(base: string, mine: string, theirs: string): { readonly content: string; readonly conflicts: number } {
  const lines = (text: string) => text.split('\n')
  let conflicts = 0
  const merged = diff3Merge(lines(mine), lines(base), lines(theirs), { excludeFalseConflicts: true }).flatMap(({ ok, conflict }) => {
    if (ok) return ok
    if (!conflict) return []
    conflicts += 1
    return ['<<<<<<<', ...conflict.a, '=======', ...conflict.b, '>>>>>>>']
  })
  return { content: merged.join('\n'), conflicts }
}
