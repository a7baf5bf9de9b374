import type { ItemKey } from '@typecase/kernel'
import type { OutboxTables } from '@typecase/messaging/outbox'
import type { FileType } from '../../core/files/file.ts'
import type { ReferenceType } from '../../core/references/item.ts'

export interface MediaTables extends OutboxTables {
  files: {
    id: string
    filename: string
    original_filename: string
    type: FileType
    mime_type: string
    /** Bytes. */
    size: number
    digest: string
    alt: string
    caption: string
    width: number | null
    height: number | null
    created_at: Date
    updated_at: Date
    revision: number
  }
  /** Uploads with an idempotency key. The id is the digest of owner, route and key. */
  upload_keys: { id: string; fingerprint: string; file_id: string; created_at: Date }
  /** Ids that imports reserved, and ids of deleted files. */
  file_ids: { id: string; is_deleted: boolean; reserved_at: Date | null }
  /** Images whose renditions are waiting, rendered or given up. */
  rendition_tasks: {
    file_id: string
    state: 'waiting' | 'made' | 'none'
    /** Number of claims. */
    tries: number
    /** When the next attempt may start. */
    due_at: Date
    /** The last error, or why the image has no renditions. */
    why: string | null
  }
  renditions: {
    file_id: string
    filename: string
    width: number
    height: number
    mime_type: string
    /** Bytes. */
    size: number
    digest: string
    blob_key: string
  }
  /** The last applied revision of each post and page. */
  referencing_items: {
    item_type: ItemKey['type']
    item_id: string
    revision: number
    /** True for a deleted item. The row stays, so that a slow reader cannot restore the item. */
    gone: boolean
    title: string
    slug: string
    status: string
  }
  file_uses: {
    item_type: ItemKey['type']
    item_id: string
    reference_type: ReferenceType
    url: string
    file_id: string | null
    count: number
  }
  reference_cursor: { one: boolean; cursor: string }
}
