/** A stored state of an item, with the author and the time of the change. */
import type { Head } from '../items/item.ts'
import type { JsonObject } from '../json.ts'
import { shownSchedule } from '../schedule/schedule.ts'
import type { Status } from '../status.ts'

/** A revision without its content. Numbers rise, with gaps for changes that saved no revision. */
export interface RevisionHead {
  readonly revision: number
  /** The username of the author of the change; empty for changes before revisions existed. */
  readonly by: string
  readonly at: Date
  readonly title: string
  readonly slug: string
  readonly status: Status
  /** API names of the fields that differ from the previous revision; none for the first. */
  readonly changed: readonly string[]
  /** True for unsaved text that was stored as a revision only: the item never had this state. */
  readonly isSnapshot: boolean
}

export interface Revision extends RevisionHead {
  /** Fields outside the metadata: a post's author, a page's place in the tree, the schedule. */
  readonly fields: JsonObject
  readonly metadata: JsonObject
  /** Markdown, byte for byte. */
  readonly content: string
}

/** A revision of a state that the stored item does not have. */
export interface Snapshot extends Revision {
  readonly id: string
}

/** Fields of a new revision; the rest is copied from the stored item. */
export interface KeptRevision extends Pick<Revision, 'by' | 'fields' | 'changed'> {
  readonly id: string
}

export const keptRevision = <F extends object>(
  { inRevision }: { readonly inRevision: (head: Head<F>) => JsonObject },
  head: Head<F>,
  by: string,
  changed: readonly string[] = [],
): KeptRevision => ({
  id: head.id,
  by,
  changed,
  fields: { ...inRevision(head), ...shownSchedule(head) },
})
