/**
 * Posts and pages are items: this folder has one implementation of every operation, and `ItemRules`
 * (items/item-rules.ts) has what differs. A field of both kinds goes into `ItemHead`, a field of one kind
 * into `PostFields` (posts/post.ts) or `PageFields` (pages/page.ts).
 */
import type { JsonObject } from '../json.ts'
import type { Publication } from '../publication.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { Status } from '../status.ts'

/** Fields of both kinds, except long texts. */
export interface ItemHead extends Schedule, Publication {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly status: Status
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Rises by one with every event of the item, and with unsaved text that is stored as a revision. */
  readonly revision: number
}

export interface ItemText {
  /** All other metadata fields with their types (contract.md#extra-fields). */
  readonly metadata: JsonObject
  /** Markdown, byte for byte. */
  readonly content: string
  /** The start of the content as plain text, for the longest summary. */
  readonly text: string
}

/** `F` are the fields that only this kind has. */
export type Head<F> = ItemHead & F
export type Item<F> = ItemHead & ItemText & F

/**
 * Input of the client, with its content as plain text. Absent content is empty in a new item, unchanged in an
 * update.
 */
export interface ItemInput {
  readonly metadata: JsonObject
  readonly content?: string | undefined
  readonly text?: string
}
