/** Revisions in responses, and the differences between two states of an item. */
import { isDeepStrictEqual } from 'node:util'
import type { Revision } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import { diffOf, lineDiff } from '../line-diff.ts'
import { timestamp } from '../routes/schemas.ts'
import { type Frontmatter, metadataOf } from './content-item.ts'

const head = {
  revision: z.int(),
  author: z.string().describe('Author of the revision; `scheduler` for a scheduled change, empty if unknown'),
  createdAt: timestamp(),
  title: z.string(),
  status: z.enum(['published', 'draft']),
  changed: z.array(z.string()).describe('Names of the fields that differ from the previous revision'),
  snapshot: z
    .boolean()
    .describe('True for unsaved text that was stored only as a revision: the item never had this state'),
}
export const revisionItem = z.object(head)
export const wholeRevision = z.object({
  ...head,
  slug: z.string(),
  metadata: z.looseObject({ title: z.string(), slug: z.string(), status: head.status }),
  content: z.string(),
})

const side = z.union([z.int(), z.literal('current')])
export const comparison = z.object({
  from: side,
  to: side,
  fields: z.array(
    z
      .object({ field: z.string(), from: z.unknown().optional(), to: z.unknown().optional() })
      .describe('`from` or `to` is absent if that side lacks the field'),
  ),
  content: lineDiff,
})

export const toRevisionItem = (revision: Revision) => ({
  revision: revision.revision,
  author: revision.author,
  createdAt: fromTimestamp(revision.createdAt).toISOString(),
  title: revision.title,
  status: revision.status,
  changed: revision.changed,
  snapshot: revision.snapshot,
})

export const toWholeRevision = (revision: Revision) => ({
  ...toRevisionItem(revision),
  slug: revision.slug,
  metadata: stateOf(revision).metadata,
  content: revision.content ?? '',
})

/** The compared parts of an item. */
export interface ItemState {
  readonly metadata: Frontmatter
  readonly content: string
}

export function stateOf({ title, slug, status, metadataJson, content = '' }: Revision): ItemState {
  const fixed = { title, slug, status }
  return { metadata: { ...fixed, ...metadataOf(metadataJson), ...fixed }, content }
}

/** The current item, without the fields that revisions do not have. */
export function currentState(
  { id: _id, createdAt: _born, updatedAt: _changed, publishedAt: _published, ...metadata }: Frontmatter,
  content = '',
): ItemState {
  return { metadata, content }
}

type Side = z.infer<typeof side>

export const toComparison = (
  from: Side,
  before: ItemState,
  to: Side,
  after: ItemState,
): z.infer<typeof comparison> => ({
  from,
  to,
  fields: [...new Set([...Object.keys(before.metadata), ...Object.keys(after.metadata)])]
    .filter((field) => !isDeepStrictEqual(before.metadata[field], after.metadata[field]))
    .map((field) => ({
      field,
      ...(Object.hasOwn(before.metadata, field) ? { from: before.metadata[field] } : {}),
      ...(Object.hasOwn(after.metadata, field) ? { to: after.metadata[field] } : {}),
    })),
  content: diffOf(before.content, after.content),
})
