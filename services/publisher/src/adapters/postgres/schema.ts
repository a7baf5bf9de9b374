import type { OutboxTables } from '@typecase/messaging/outbox'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { RenderError } from '../../core/errors.ts'
import type { Generation } from '../../core/releases/generation.ts'
import type { Change, Receipt } from '../../core/reports/history/receipt.ts'
import type { BrokenLink, LinkOnPages, PageFacts } from '../../core/reports/links/page-record-store.ts'

export interface GenerationRow {
  id: string
  position: GeneratedAlways<number>
  state: Generation['state']
  trigger: Generation['trigger']
  output_dir: string | null
  base_url: string | null
  clean_urls: boolean | null
  due_at: Date
  latest_at: Date
  /** Number of requests that joined the queued generation after the first one. */
  joined: ColumnType<number, number | undefined, unknown>
  attempts: ColumnType<number, number | undefined, number>
  pages_done: ColumnType<number, number | undefined, number>
  pages_total: ColumnType<number, number | undefined, number>
  pages_written: ColumnType<number, number | undefined, number>
  started_at: Date | null
  finished_at: Date | null
  errors: ColumnType<RenderError[], RenderError[] | undefined, RenderError[]>
  token: number | null
  traceparent: ColumnType<string | null, string | null | undefined, string | null>
}

export interface ChangeRow {
  id: string
  kind: Change['kind']
  entity_id: string
  revision: number
  what: string
  title: string | null
  slug: string | null
  accepted_at: Date
  /** Equal for all events of one save; the event id if the event has no `updatedAt`. */
  updated_at: string
}

type Stored<T> = {
  readonly [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K]
}
export type StoredReceipt = Omit<Stored<Receipt>, 'changes'> & { readonly changes: readonly Stored<Change>[] }

export interface ReceiptRow {
  generation_id: string
  position: GeneratedAlways<number>
  /** Number from the sequence `receipts_ended`: the order in which receipts ended. Null until then. */
  ended: number | null
  output_dir: string
  state: Receipt['state']
  content: ColumnType<StoredReceipt, StoredReceipt, StoredReceipt>
}

export interface PublisherTables extends OutboxTables {
  generations: GenerationRow
  /** At most one row: delays automatic generations. */
  automatic_hold: { one: Generated<boolean>; until: Date }
  last_token: { one: boolean; token: number }
  entries: {
    type: 'post' | 'page'
    id: string
    revision: number
    fields: ColumnType<unknown, string | null, string | null>
    markdown: string | null
  }
  pages: {
    output_dir: string
    path: string
    /**
     * Number of the write that stored the row. A publisher reads the rows above the last number that it has
     * read.
     */
    version: number
    digest: string
    ids: string
    links: ColumnType<readonly string[], never, never>
    facts: ColumnType<PageFacts, never, never>
  }
  page_versions: { output_dir: string; version: number }
  shown_link_reports: { output_dir: string; generation_id: string }
  link_reports: {
    output_dir: string
    generation_id: string
    checked_at: Date
    pages: number
    total: number
    listed: ColumnType<BrokenLink[], BrokenLink[], BrokenLink[]>
    links: ColumnType<LinkOnPages[], LinkOnPages[], LinkOnPages[]>
  }
  redirects: {
    id: string
    from_key: string
    from_path: string
    to_address: string | null
    status: number
    created_at: Date
    updated_at: Date
  }
  /** Current and former addresses of posts and pages; `entry` is `post <id>` or `page <id>`. */
  addresses: { path: string; entry: string; is_current: boolean }
  /**
   * One row. Each change of redirects raises `rules`, each change of addresses raises `addresses`. Publishers
   * compare the numbers to detect that a cached copy is outdated.
   */
  redirect_versions: { one: Generated<boolean>; rules: number; addresses: number }
  changes: ChangeRow
  receipts: ReceiptRow
  /** `edition` is the `modelVersion` of the stored entries. */
  content_cursor: { one: boolean; edition: number; cursor: string }
}
