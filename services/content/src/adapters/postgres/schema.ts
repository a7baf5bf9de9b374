import type { OutboxTables } from '@typecase/messaging/outbox'
import type { ColumnType, Generated } from 'kysely'
import type { ItemKind } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { PageType } from '../../core/pages/page.ts'
import type { TermKind } from '../../core/posts/terms.ts'
import type { Status } from '../../core/status.ts'

/** Type `json` instead of `jsonb`, because it stores the text unchanged, with its order of keys. */
type Json<T> = ColumnType<T, string, string>

interface ItemColumns {
  id: string
  title: string
  slug: string
  status: Status
  created_at: Date
  updated_at: Date
  publish_at: Date | null
  unpublish_at: Date | null
  published_at: Date | null
  /** Time of the next automatic change of status, computed by the database. */
  due_at: ColumnType<Date | null, never, never>
  revision: number
  metadata: Json<JsonObject>
  content: string
  plain_text: string
}

export interface ContentTables extends OutboxTables {
  posts: ItemColumns & {
    author: string
    /** Words for full-text search; write-only. */
    search: ColumnType<never, unknown, unknown>
    /** Keys of the post's facets (facets.ts). */
    facets: string[]
  }
  /** Posts of a category, tag or author, in list order. */
  post_facets: { key: string; created_at: Date; post_id: string }
  /** Number of posts with a facet and a status. */
  post_counts: { key: string; status: Status; n: number }
  /** Names of facets that lists of terms offer. */
  terms: { key: string; kind: TermKind; name: string; folded: string }
  pages: ItemColumns & { page_type: PageType; parent_id: string | null; path: string[] }
  revisions: {
    item_type: ItemKind
    item_id: string
    revision: number
    changed_by: string
    created_at: Date
    changed: string[]
    /** True for unsaved text that was stored as a revision. */
    is_snapshot: Generated<boolean>
    title: string
    slug: string
    status: Status
    fields: Json<JsonObject>
    metadata: Json<JsonObject>
    content: string
  }
  /** The item that has each source key. Triggers write this table. */
  source_keys: { key: string; item_type: ItemKind; item_id: string }
  /** One row. A setting that it does not contain has its default. */
  settings: { one: boolean; chosen: Json<JsonObject>; revision: number }
  idempotency_keys: { id: string; fingerprint: string; answer: Json<JsonObject>; created_at: Date }
}
