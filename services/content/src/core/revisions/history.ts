/** Continues an imported history of revisions (contract.md#import). */
import type { JsonObject } from '../json.ts'
import { changedNames } from '../metadata/merge.ts'
import type { Revision } from './revision.ts'

type State = Pick<Revision, 'title' | 'slug' | 'status' | 'metadata' | 'content' | 'fields'>

export interface Continuation {
  /**
   * Revision number of the item. If the number is higher than the last one in the history, the caller must
   * store the item as that revision.
   */
  readonly revision: number
  /** API names of fields that differ from the last state in the history. */
  readonly changed: readonly string[]
}

/**
 * Returns the revision number of an item: the last number of its history if the last saved state equals the
 * item, else the next number. The result is at least `least`, the number of events of a new item, because
 * each event needs a revision.
 */
export function continueHistory(history: readonly Revision[], item: State, least: number): Continuation {
  const last = history.at(-1)?.revision ?? 0
  const state = history.findLast(({ isSnapshot }) => !isSnapshot)
  if (!state) return { revision: Math.max(least, last + 1), changed: [] }
  const [before, after] = [fieldsOf(state), fieldsOf(item)]
  const changed = changedNames(before, after)
  const isSame = changed.every((name) => needsNoRevision(name, before, after))
  return { revision: Math.max(least, isSame ? last : last + 1), changed }
}

const fieldsOf = ({ title, slug, status, metadata, content, fields }: State): JsonObject => ({
  ...metadata,
  ...fields,
  title,
  slug,
  status,
  content,
})

/**
 * True for differences that need no new revision: renamed parent pages, and the source keys and `aliases`
 * that an export adds.
 */
function needsNoRevision(name: string, before: JsonObject, after: JsonObject): boolean {
  if (name === 'parentPage') return true
  if (name === 'sourceKey') return before.sourceKey === undefined
  return name === 'aliases' && startsWith(after.aliases, before.aliases ?? [])
}

const startsWith = (list: JsonObject[string] | undefined, start: JsonObject[string]): boolean =>
  Array.isArray(list) && Array.isArray(start) && start.every((value, at) => list[at] === value)
