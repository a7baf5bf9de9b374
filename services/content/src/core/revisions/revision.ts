/** A stored state of an item, with the author and the time of the change. */
import type { Head } from '../items/item.ts'
import type { JsonObject } from '../json.ts'
import { shownSchedule } from '../schedule/schedule.ts'
import type { Status } from '../status.ts'

/** A revision without its content. Numbers rise, with gaps for changes without a stored revision. */
export interface RevisionHead {
  readonly revision: number
  /** Username of the author of the change; empty for changes from before revisions existed. */
  readonly by: string
  readonly at: Date
  readonly title: string
  readonly slug: string
  readonly status: Status
  /** API names of fields that differ from the previous revision; empty for the first. */
  readonly changed: readonly string[]
  /** True for stored unsaved text: the item never had this state. */
  readonly isSnapshot: boolean
}

export interface Revision extends RevisionHead {
  /** Fields outside the metadata: author of a post, position of a page, schedule. */
  readonly fields: JsonObject
  readonly metadata: JsonObject
  /** Markdown, byte for byte. */
  readonly content: string
}

/** A revision with its own state, not that of the stored item: unsaved text or an imported revision. */
export interface Snapshot extends Revision {
  readonly id: string
}

/** A new revision; its other fields are copied from the stored item. */
export interface NewRevision extends Pick<Revision, 'by' | 'fields' | 'changed'> {
  readonly id: string
}

export const buildRevision = <F extends object>(
  { revisionFields }: { readonly revisionFields: (head: Head<F>) => JsonObject },
  head: Head<F>,
  by: string,
  changed: readonly string[] = [],
): NewRevision => ({
  id: head.id,
  by,
  changed,
  fields: { ...revisionFields(head), ...shownSchedule(head) },
})
