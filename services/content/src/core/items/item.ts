/**
 * Posts and pages are items: this folder has one implementation of every operation, and `ItemRules` (items/item-rules.ts) has
 * what differs.
 * A field of both kinds goes into `ItemHead`, a field of one kind into `PostFields` (posts/post.ts) or `PageFields`
 * (pages/page.ts).
 */
import type { JsonObject } from '../json.ts'
import type { Publication } from '../publication.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { Status } from '../status.ts'

/** What both kinds have, without what is long. */
export interface ItemHead extends Schedule, Publication {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly status: Status
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Rises by one with every fact about the item, and with unsaved text that is stored as a revision. */
  readonly revision: number
}

export interface ItemText {
  /** Every other metadata field, type-true (contract.md#extra-fields). */
  readonly metadata: JsonObject
  /** Markdown, byte for byte. */
  readonly content: string
  /** The content as plain text, as far as the longest summary reaches. */
  readonly text: string
}

/** `F` are the fields that only this kind has. */
export type Head<F> = ItemHead & F
export type Item<F> = ItemHead & ItemText & F

/** What the client sent, with its content as plain text. An absent content is empty in a new item and stays in a change. */
export interface ItemInput {
  readonly metadata: JsonObject
  readonly content?: string | undefined
  readonly text?: string
}
