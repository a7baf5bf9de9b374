/** History of an imported item (contract.md#import). */
import { isSlug, type Problem } from '@typecase/kernel'
import { hasPlainYear } from '../instant.ts'
import type { FieldRules } from '../items/item-rules.ts'
import type { JsonObject } from '../json.ts'
import { storableErrors } from '../metadata/storable.ts'
import type { Revision } from '../revisions/revision.ts'
import { scheduleFieldNames } from '../schedule/schedule.ts'

export type ImportedRevision = Omit<Revision, 'fields'>

/** Maximum revisions per item. */
const mostRevisions = 10_000

/** Returns at most 100 errors, for revision numbers that do not rise and revisions that cannot be stored. */
export function revisionErrors(revisions: readonly ImportedRevision[]): readonly Problem[] {
  const errors = revisions.flatMap((revision, at) => problemsOf(revision, revisions[at - 1], at))
  if (revisions.length > mostRevisions)
    errors.unshift({ path: 'revisions', message: `revisions must have at most ${mostRevisions} entries` })
  return errors.slice(0, 100)
}

/** Converts revisions to their stored form, which has some fields outside the metadata. */
export function storedRevisions<F extends object>(
  { ownFieldNames }: Pick<FieldRules<F>, 'ownFieldNames'>,
  revisions: readonly ImportedRevision[],
): Revision[] {
  const beside: ReadonlySet<string> = new Set([...ownFieldNames, ...scheduleFieldNames])
  return revisions.map(({ metadata, ...revision }) => ({
    ...revision,
    metadata: without(metadata, (name) => beside.has(name) || fixedNames.has(name)),
    fields: without(metadata, (name) => !beside.has(name)),
  }))
}

const fixedNames: ReadonlySet<string> = new Set(['title', 'slug', 'status'])

const without = (object: JsonObject, isLeftOut: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !isLeftOut(name)))

function problemsOf(revision: ImportedRevision, before: ImportedRevision | undefined, at: number): Problem[] {
  const { revision: number, title, slug, at: date, metadata, content, by, changed } = revision
  const path = `revisions.${at}`
  const problems = storableErrors({ title, metadata, content, by, changed: [...changed] }, path)
  if (!Number.isSafeInteger(number) || number <= (before?.revision ?? 0))
    problems.push({
      path: `${path}.revision`,
      message: 'revision must be greater than the previous revision',
    })
  if (!hasPlainYear(date))
    problems.push({ path: `${path}.createdAt`, message: 'createdAt must be in the years 1 to 9999' })
  if (!isSlug(slug)) problems.push({ path: `${path}.slug`, message: 'slug must be a slug' })
  if (title.trim() === '') problems.push({ path: `${path}.title`, message: 'Title is required' })
  return problems
}
