import type { OutboxTables } from '@typecase/messaging/outbox'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { RenderFault } from '../../core/errors.ts'
import type { Generation } from '../../core/releases/generation.ts'
import type { Change, Receipt } from '../../core/reports/history/receipt.ts'
import type { BrokenLink, LinkOnPages, PageFacts } from '../../core/reports/links/page-record-store.ts'

export interface GenerationRow {
  id: string
  /** The order of requests. */
  position: GeneratedAlways<number>
  state: Generation['state']
  trigger: Generation['trigger']
  /** The three options; null together, until the settings decide. */
  output_dir: string | null
  base_url: string | null
  clean_urls: boolean | null
  due_at: Date
  latest_at: Date
  /** Requests that were taken into this one. */
  joined: ColumnType<number, number | undefined, unknown>
  attempts: ColumnType<number, number | undefined, number>
  pages_done: ColumnType<number, number | undefined, number>
  pages_total: ColumnType<number, number | undefined, number>
  pages_written: ColumnType<number, number | undefined, number>
  started_at: Date | null
  finished_at: Date | null
  errors: ColumnType<RenderFault[], RenderFault[] | undefined, RenderFault[]>
  /** Of the run; null before the first. */
  token: number | null
  /** Of whoever asked first. */
  traceparent: ColumnType<string | null, string | null | undefined, string | null>
}

/** What waits to be taken up by a generation. */
export interface ChangeRow {
  id: string
  kind: Change['kind']
  entity_id: string
  revision: number
  what: string
  title: string | null
  slug: string | null
  accepted_at: Date
  /** The id where there is none: two events of one save are one change. */
  updated_at: string
}

/** Instants are texts in JSON. */
type Stored<T> = {
  readonly [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K]
}
export type StoredReceipt = Omit<Stored<Receipt>, 'changes'> & { readonly changes: readonly Stored<Change>[] }

export interface ReceiptRow {
  generation_id: string
  /** The order of beginnings. */
  position: GeneratedAlways<number>
  /** The order of ends; null before. */
  ended: number | null
  output_dir: string
  state: Receipt['state']
  content: ColumnType<StoredReceipt, StoredReceipt, StoredReceipt>
}

export interface PublisherTables extends OutboxTables {
  generations: GenerationRow
  /** One row. */
  last_token: { one: boolean; token: number }
  /** Posts and pages as far as the site needs them; of what is not published, the revision alone. */
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
    /** The write that stored the row; publishers read what is newer than they have. */
    version: number
    digest: string
    ids: string
    links: ColumnType<readonly string[], never, never>
    facts: ColumnType<PageFacts, never, never>
  }
  /** The last write of each output. */
  page_versions: { output_dir: string; version: number }
  /** The one of each output that is shown. */
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
  changes: ChangeRow
  receipts: ReceiptRow
  /** One row: how far the entries are. */
  content_cursor: { one: boolean; edition: number; cursor: string }
}
