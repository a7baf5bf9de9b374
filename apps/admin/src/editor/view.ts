/** State of a document as the editor shows it. */
import type { Item, Kind, Status } from '../api/types.ts'
import { differingFields, type EditorFields, editorFields } from './editor-fields.ts'
import type { Merge } from './merge.ts'
import type { Read } from './requests.ts'

export type Phase = 'loading' | 'unread' | 'saved' | 'changed' | 'saving' | 'waiting' | 'conflict' | 'failed'

export interface View {
  readonly phase: Phase
  /** Undefined until the server has created it. */
  readonly id: string | undefined
  readonly status: Status
  readonly fields: EditorFields
  readonly base: Item | undefined
  /** In the phase `conflict`: the server's newer version, and the merge of both. */
  readonly newer: Read | undefined
  readonly merge: Merge | undefined
  /** True if resolving the conflict also saves. */
  readonly savesMerge: boolean
  readonly error: unknown
  readonly notice: Notice | undefined
  /** True if unsaved text of an earlier visit was restored. */
  readonly isRestored: boolean
  /** True once the latest change is stored in the browser. */
  readonly isStoredLocally: boolean
  /** False if the browser refused to store the latest change. */
  readonly canStoreLocally: boolean
}

/** A change that the author did not type. `at` is an instant. */
export type Notice =
  | { readonly kind: 'status'; readonly status: Status; readonly at: string; readonly isScheduled: boolean }
  | { readonly kind: 'merged'; readonly at: string }
  | {
      readonly kind: 'restored'
      readonly at: string
      readonly before: EditorFields
      readonly after: EditorFields
      readonly isAside: boolean
    }

export const emptyView = (id: string | undefined, fields: EditorFields): View => ({
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
  isRestored: false,
  isStoredLocally: true,
  canStoreLocally: true,
})

type Scheduled = Pick<Item, 'status' | 'publishAt'>

/** True for a draft without a date: only that may be saved automatically, because no reader will see it. */
export const isAutosaved = (item: Scheduled | undefined): boolean =>
  item === undefined || (item.status === 'draft' && !item.publishAt)

/** Epoch milliseconds of the next scheduled status change. */
export function dueAt(
  item: Pick<Item, 'status' | 'publishAt' | 'unpublishAt'> | undefined,
): number | undefined {
  const at = item?.status === 'draft' ? item.publishAt : item?.unpublishAt
  return at ? Date.parse(at) : undefined
}

/** True if all editable fields are equal: status, schedule and timestamps may differ. */
export const hasSameText = (kind: Kind, a: Item, b: Item): boolean =>
  differingFields(kind, editorFields(a), editorFields(b)).length === 0

/** The notice for a status change between two versions with the same text. */
export function statusNotice(before: Item, after: Item): Notice | undefined {
  if (before.status === after.status) return undefined
  const due = dueAt(before)
  const isScheduled = due !== undefined && due <= Date.parse(after.updatedAt)
  return { kind: 'status', status: after.status, at: after.updatedAt, isScheduled }
}
