/** What the editor shows of a document. */
import type { Item, Kind, Status } from '../api/types.ts'
import { differing, type Fields, fieldsOf } from './fields.ts'
import type { Merge } from './merge.ts'
import type { Read } from './requests.ts'

export type Phase =
  | 'loading'
  | 'loadFailed'
  | 'saved'
  | 'changed'
  | 'saving'
  | 'retrying'
  | 'conflict'
  | 'failed'

export interface View {
  readonly phase: Phase
  /** Undefined until the server has created the item. */
  readonly id: string | undefined
  readonly status: Status
  readonly fields: Fields
  readonly base: Item | undefined
  /** In the phase `conflict`: the server's newer version, and its merge with the author's text. */
  readonly newer: Read | undefined
  readonly merge: Merge | undefined
  /** True if resolving the conflict also saves. */
  readonly savesMerge: boolean
  readonly error: unknown
  readonly notice: Notice | undefined
  /** True if the editor shows the unsaved text of an earlier visit, loaded from this browser. */
  readonly hasRestoredDraft: boolean
  /** True once the latest change is stored in the browser. */
  readonly isStoredLocally: boolean
  /** False if the browser refused to store the latest change. */
  readonly canStoreLocally: boolean
}

/**
 * A change that the author did not type: a new status, a merged version from the server, or a revision
 * that the author restored. `at` is the time of the status, version or revision.
 */
export type Notice =
  | { readonly kind: 'status'; readonly status: Status; readonly at: string; readonly isScheduled: boolean }
  | { readonly kind: 'merged'; readonly at: string }
  | {
      readonly kind: 'restored'
      readonly at: string
      readonly before: Fields
      readonly after: Fields
      /** True if unsaved text was saved as a revision before this one was restored. */
      readonly savedAsRevision: boolean
    }

export const emptyView = (id: string | undefined, fields: Fields): View => ({
  phase: 'loading',
  id,
  status: 'draft',
  fields,
  base: undefined,
  newer: undefined,
  merge: undefined,
  savesMerge: false,
  error: undefined,
  notice: undefined,
  hasRestoredDraft: false,
  isStoredLocally: true,
  canStoreLocally: true,
})

type Scheduled = Pick<Item, 'status' | 'publishAt'>

/**
 * True for a new item or a draft without a publish date. Only these are saved automatically, because readers
 * cannot see them.
 */
export const isAutosaved = (item: Scheduled | undefined): boolean =>
  item === undefined || (item.status === 'draft' && !item.publishAt)

/** Epoch milliseconds of the next scheduled status change. */
export function dueAt(
  item: Pick<Item, 'status' | 'publishAt' | 'unpublishAt'> | undefined,
): number | undefined {
  const at = item?.status === 'draft' ? item.publishAt : item?.unpublishAt
  return at ? Date.parse(at) : undefined
}

/** True if all editable fields are equal. Status, schedule and timestamps may differ. */
export const hasSameText = (kind: Kind, a: Item, b: Item): boolean =>
  differing(kind, fieldsOf(a), fieldsOf(b)).length === 0

/** The notice for a status change between two versions with the same text. */
export function statusNotice(before: Item, after: Item): Notice | undefined {
  if (before.status === after.status) return undefined
  const due = dueAt(before)
  const isScheduled = due !== undefined && due <= Date.parse(after.updatedAt)
  return { kind: 'status', status: after.status, at: after.updatedAt, isScheduled }
}
