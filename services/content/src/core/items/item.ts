/**
 * Posts and pages are items: this folder implements every operation once, and `ItemRules` (item-rules.ts) has
 * the differences. Fields that both kinds have go into `ItemHead`, others into `PostFields` (posts/post.ts)
 * or `PageFields` (pages/page.ts).
 */
import type { JsonObject } from '../json.ts'
import type { Publication } from '../publication.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { Status } from '../status.ts'

/** Fields that both kinds have, except long texts. */
export interface ItemHead extends Schedule, Publication {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly status: Status
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Rises by one with every event and with every stored revision of unsaved text. */
  readonly revision: number
}

export interface ItemText {
  /** All other metadata fields; each keeps its JSON type (contract.md#extra-fields). */
  readonly metadata: JsonObject
  /** Markdown, byte for byte. */
  readonly content: string
  /** Start of the content as plain text, long enough for any summary. */
  readonly text: string
}

/** `F` are the fields of one kind. */
export type Head<F> = ItemHead & F
export type Item<F> = ItemHead & ItemText & F

/**
 * Input of the client; `text` is its content as plain text. Without content, a new item is empty and an
 * update keeps the stored content.
 */
export interface ItemInput {
  readonly metadata: JsonObject
  readonly content?: string | undefined
  readonly text?: string
}
