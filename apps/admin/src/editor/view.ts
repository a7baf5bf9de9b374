/** What the editor shows of a document, and what the server's version of it means for the author. */
import type { Item, Kind, Status } from '../api/types.ts'
import { differing, type Fields, fieldsOf } from './fields.ts'
import type { Merge } from './merge.ts'
import type { Read } from './requests.ts'

export type Phase = 'loading' | 'unread' | 'saved' | 'changed' | 'saving' | 'waiting' | 'conflict' | 'failed'

export interface View {
  readonly phase: Phase
  /** Undefined while it is not on the server. */
  readonly id: string | undefined
  readonly status: Status
  readonly fields: Fields
  /** The latest version from the server. */
  readonly base: Item | undefined
  /** In the phase `conflict`: the newer version on the server, and both as one. */
  readonly newer: Read | undefined
  readonly merge: Merge | undefined
  /** True when resolving the conflict also saves. */
  readonly savesMerge: boolean
  readonly error: unknown
  readonly notice: Notice | undefined
  /** True when this visit began with what an earlier one had left unsaved. */
  readonly isRestored: boolean
  /** True once the latest change is in the browser's store. */
  readonly isKept: boolean
  /** False when the browser refused to store the latest change. */
  readonly canKeep: boolean
}

/** What happened to the document beside the author's typing. `at` is an instant. */
export type Notice =
  | { readonly kind: 'status'; readonly status: Status; readonly at: string; readonly isScheduled: boolean }
  | { readonly kind: 'merged'; readonly at: string }
  | {
      readonly kind: 'restored'
      readonly at: string
      readonly before: Fields
      readonly after: Fields
      readonly isAside: boolean
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
  isRestored: false,
  isKept: true,
  canKeep: true,
})

type Scheduled = Pick<Item, 'status' | 'publishAt'>

/** True for a draft without a date: only that may be saved without being asked for, because no reader will see it. */
export const savesByItself = (item: Scheduled | undefined): boolean =>
  item === undefined || (item.status === 'draft' && !item.publishAt)

/** When the server changes the status next, in epoch milliseconds. */
export function dueAt(
  item: Pick<Item, 'status' | 'publishAt' | 'unpublishAt'> | undefined,
): number | undefined {
  const at = item?.status === 'draft' ? item.publishAt : item?.unpublishAt
  return at ? Date.parse(at) : undefined
}

/** True when the two differ in nothing that is written in the editor: status, schedule and instants may differ. */
export const hasSameText = (kind: Kind, a: Item, b: Item): boolean =>
  differing(kind, fieldsOf(a), fieldsOf(b)).length === 0

/** What the author should know when `after` takes the place of `before`, which has the same text. */
export function statusNotice(before: Item, after: Item): Notice | undefined {
  if (before.status === after.status) return undefined
  const due = dueAt(before)
  const isScheduled = due !== undefined && due <= Date.parse(after.updatedAt)
  return { kind: 'status', status: after.status, at: after.updatedAt, isScheduled }
}
