/** Fields that the messages of posts and pages share. */
import type { BulkReplyInput } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import type { BulkItem } from '../../core/bulk.ts'
import type { NewItem } from '../../core/items/create-item.ts'
import type { ItemHead } from '../../core/items/item.ts'
import type { ItemUpdate } from '../../core/items/update-item.ts'
import type { JsonObject } from '../../core/json.ts'
import type { View } from '../../core/list-input.ts'
import { shownPublication } from '../../core/publication.ts'
import type { IdempotencyKey } from '../../core/repeatable.ts'
import { shownSchedule } from '../../core/schedule/schedule.ts'
import { metadataFrom } from './json.ts'

interface Written {
  readonly metadataJson: string
  readonly content?: string | undefined
}

/** @throws VALIDATION_ERROR when the metadata is not a JSON object */
export const newItemFrom = ({
  metadataJson,
  content,
  idempotencyKey,
}: Written & { readonly idempotencyKey?: IdempotencyKey | null | undefined }): NewItem => ({
  metadata: metadataFrom(metadataJson),
  content,
  idempotencyKey: idempotencyKey ?? undefined,
})

/** @throws VALIDATION_ERROR when the metadata is not a JSON object */
export const updateFrom = ({
  id,
  metadataJson,
  content,
  expectedRevision,
}: Written & { readonly id: string; readonly expectedRevision?: number | undefined }): ItemUpdate => ({
  id,
  metadata: metadataFrom(metadataJson),
  content,
  expectedRevision,
})

interface Listing {
  readonly paging: { readonly limit?: number | undefined; readonly offset?: number | undefined } | null
  readonly view: 'FULL' | 'NONE' | 'SUMMARY'
}

const views: Readonly<Record<Listing['view'], View>> = { FULL: 'full', NONE: 'none', SUMMARY: 'summary' }

export const listFrom = <T extends Listing>({ paging, view, ...filters }: T) => ({
  ...filters,
  limit: paging?.limit,
  offset: paging?.offset,
  view: views[view],
})

export type Shown<H extends ItemHead> = H & {
  readonly metadata: JsonObject
  readonly content?: string | undefined
}

export const itemMessage = ({ metadata, content, ...item }: Shown<ItemHead>) => ({
  id: item.id,
  title: item.title,
  slug: item.slug,
  status: item.status,
  createdAt: toTimestamp(item.createdAt),
  updatedAt: toTimestamp(item.updatedAt),
  metadataJson: JSON.stringify({ ...metadata, ...shownSchedule(item), ...shownPublication(item) }),
  ...(content === undefined ? {} : { content }),
  revision: item.revision,
})

export const toBulkReply = (items: readonly BulkItem[]): BulkReplyInput => ({ items: [...items] })
