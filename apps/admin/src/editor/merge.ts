/** Merges two versions of an item that have a common base: field by field, and the text word by word. */
import type { Kind } from '../api/types.ts'
import { differing, type FieldName, type Fields } from './fields.ts'
import { isConflict, mergeText, type Piece } from './merge-text.ts'

/** A passage of the text, or a whole field, that both sides changed. */
export interface Conflict {
  readonly id: string
  readonly field: FieldName
  readonly mine: Fields[FieldName]
  readonly theirs: Fields[FieldName]
  /** Text on the same lines, before and after the conflict; empty for fields other than `content`. */
  readonly before: string
  readonly after: string
}

export interface Merge {
  /** The merged fields. Fields in conflict have the author's value. The text is in `pieces`. */
  readonly fields: Fields
  readonly pieces: readonly Piece[]
  readonly conflicts: readonly Conflict[]
}

export type Answers = Readonly<Record<string, Fields[FieldName]>>

/** Fields that are sets. Merging applies the additions and the removals of both sides. */
const sets = ['authors', 'tags', 'relatedPosts'] as const
const isSet = (name: FieldName): name is (typeof sets)[number] => sets.some((set) => set === name)

/** Characters of context shown with a conflict. */
const contextLength = 80

export function mergeFields(kind: Kind, base: Fields, mine: Fields, theirs: Fields): Merge {
  const byMine = differing(kind, base, mine)
  const byTheirs = differing(kind, base, theirs)
  const conflicting = differing(kind, mine, theirs)
  const both = byMine.filter(
    (name) => byTheirs.includes(name) && conflicting.includes(name) && name !== 'content',
  )
  const changedByMine = Object.fromEntries(byMine.map((name) => [name, mine[name]]))
  const merged = Object.fromEntries(
    both.filter(isSet).map((name) => [name, mergeSets(base[name], mine[name], theirs[name])]),
  )
  const pieces = mergeText(base.content, mine.content, theirs.content)
  const ofFields = both
    .filter((name) => !isSet(name))
    .map((field) => ({ id: field, field, mine: mine[field], theirs: theirs[field], before: '', after: '' }))
  return {
    fields: { ...theirs, ...changedByMine, ...merged },
    pieces,
    conflicts: [...ofFields, ...textConflicts(pieces)],
  }
}

/** Returns the merged fields, or undefined while a conflict has no answer. */
export function completed({ fields, pieces, conflicts }: Merge, answers: Answers): Fields | undefined {
  if (conflicts.some(({ id }) => answers[id] === undefined)) return undefined
  const selected = conflicts
    .filter(({ field }) => field !== 'content')
    .map(({ id, field }) => [field, answers[id]] as const)
  const content = pieces
    .map((piece, index) => (isConflict(piece) ? String(answers[textId(index)]) : piece))
    .join('')
  return { ...fields, ...Object.fromEntries(selected), content }
}

const textId = (index: number): string => `content ${index}`

const textConflicts = (pieces: readonly Piece[]): readonly Conflict[] =>
  pieces.flatMap((piece, index) => {
    if (!isConflict(piece)) return []
    const [before, after] = [pieces[index - 1] ?? '', pieces[index + 1] ?? '']
    return {
      id: textId(index),
      field: 'content' as const,
      ...piece,
      before: isConflict(before) ? '' : (before.split('\n').at(-1) ?? '').slice(-contextLength),
      after: isConflict(after) ? '' : (after.split('\n')[0] ?? '').slice(0, contextLength),
    }
  })

const mergeSets = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] => [
  ...theirs.filter((item) => mine.includes(item) || !base.includes(item)),
  ...mine.filter((item) => !base.includes(item) && !theirs.includes(item)),
]

/** Returns both versions, one after the other; undefined if one is empty or the field is not a text. */
export function bothOf({ field, mine, theirs, before, after }: Conflict): string | undefined {
  const isText = field === 'content' || field === 'title' || field === 'subtitle' || field === 'excerpt'
  if (!isText || typeof mine !== 'string' || typeof theirs !== 'string' || mine === '' || theirs === '')
    return undefined
  const isInLine = before !== '' || (after !== '' && !mine.endsWith('\n') && !theirs.endsWith('\n'))
  const isPassage = field === 'content' && !isInLine
  return mine.trimEnd() + (isPassage ? '\n\n' : ' ') + theirs.replace(/^\s+/, '')
}
