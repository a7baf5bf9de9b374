/** Merges two versions with a common base: field by field, and the text word by word. */
import type { Kind } from '../api/types.ts'
import { differingFields, type EditorFields, type FieldName } from './editor-fields.ts'
import { isConflict, mergeText, type Piece } from './merge-text.ts'

/** A passage of the text, or a whole field, that both sides changed. */
export interface Conflict {
  readonly id: string
  readonly field: FieldName
  readonly mine: EditorFields[FieldName]
  readonly theirs: EditorFields[FieldName]
  /** Context of a text conflict. */
  readonly before: string
  readonly after: string
}

export interface Merge {
  /** A conflicting field has the author's value here; the text is in `pieces`. */
  readonly fields: EditorFields
  readonly pieces: readonly Piece[]
  readonly conflicts: readonly Conflict[]
}

export type Answers = Readonly<Record<string, EditorFields[FieldName]>>

/** Fields that are sets: additions and removals of both sides are applied. */
const sets = ['authors', 'tags', 'relatedPosts'] as const
const isSet = (name: FieldName): name is (typeof sets)[number] => sets.some((set) => set === name)

/** Characters of context shown with a conflict. */
const contextLength = 80

export function mergeFields(kind: Kind, base: EditorFields, mine: EditorFields, theirs: EditorFields): Merge {
  const byMine = differingFields(kind, base, mine)
  const byTheirs = differingFields(kind, base, theirs)
  const conflicting = differingFields(kind, mine, theirs)
  const both = byMine.filter(
    (name) => byTheirs.includes(name) && conflicting.includes(name) && name !== 'content',
  )
  const taken = Object.fromEntries(byMine.map((name) => [name, mine[name]]))
  const merged = Object.fromEntries(
    both.filter(isSet).map((name) => [name, mergeSets(base[name], mine[name], theirs[name])]),
  )
  const pieces = mergeText(base.content, mine.content, theirs.content)
  const fieldConflicts = both
    .filter((name) => !isSet(name))
    .map((field) => ({ id: field, field, mine: mine[field], theirs: theirs[field], before: '', after: '' }))
  return {
    fields: { ...theirs, ...taken, ...merged },
    pieces,
    conflicts: [...fieldConflicts, ...textConflicts(pieces)],
  }
}

/** The merged fields, once every conflict has an answer; undefined before. */
export function completed({ fields, pieces, conflicts }: Merge, answers: Answers): EditorFields | undefined {
  if (conflicts.some(({ id }) => answers[id] === undefined)) return undefined
  const chosen = conflicts
    .filter(({ field }) => field !== 'content')
    .map(({ id, field }) => [field, answers[id]] as const)
  const content = pieces
    .map((piece, place) => (isConflict(piece) ? String(answers[textId(place)]) : piece))
    .join('')
  return { ...fields, ...Object.fromEntries(chosen), content }
}

const textId = (place: number): string => `content ${place}`

const textConflicts = (pieces: readonly Piece[]): readonly Conflict[] =>
  pieces.flatMap((piece, place) => {
    if (!isConflict(piece)) return []
    const [before, after] = [pieces[place - 1] ?? '', pieces[place + 1] ?? '']
    return {
      id: textId(place),
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

/** Both versions of a text, one after the other. Undefined for fields with a single value. */
export function bothOf({ field, mine, theirs, before, after }: Conflict): string | undefined {
  const isText = field === 'content' || field === 'title' || field === 'subtitle' || field === 'excerpt'
  if (!isText || typeof mine !== 'string' || typeof theirs !== 'string' || mine === '' || theirs === '')
    return undefined
  const isInLine = before !== '' || (after !== '' && !mine.endsWith('\n') && !theirs.endsWith('\n'))
  const isPassage = field === 'content' && !isInLine
  return mine.trimEnd() + (isPassage ? '\n\n' : ' ') + theirs.replace(/^\s+/, '')
}
