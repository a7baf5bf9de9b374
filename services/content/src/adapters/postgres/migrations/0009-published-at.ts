import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { applyFunction } from './0008-apply-post-changes.ts'

/**
 * Adds the date of an item's first publication. Replicas of the earlier version leave the column empty. For
 * a published item without the date, rows.ts returns the creation date.
 */
export const publishedAt: Migration = {
  async up(db: Kysely<unknown>) {
    for (const kind of ['post', 'page'])
      for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db)
    await sql.raw(applyWithPublication).execute(db)
  },
}

// Does not use the date of a revision without an author. Migration 0003 created such revisions for older
// items, with the date of their last change.
const statementsFor = (kind: string) => [
  `alter table ${kind}s add column published_at timestamptz(3)`,
  `update ${kind}s as item set published_at = coalesce(first.published_at, item.created_at)
  from (
    select ${kind}s.id, ${kind}s.status, seen.published_at, seen.revision is not null as was_published
    from ${kind}s left join lateral (
      select revision, case when changed_by <> '' then created_at end as published_at from revisions
      where item_type = '${kind}' and item_id = ${kind}s.id and status = 'published' and not is_snapshot
      order by revision limit 1
    ) as seen on true
  ) as first
  where first.id = item.id and (first.was_published or item.status = 'published')`,
]

/** Keeps the stored publication date when the earlier version sends none. */
const applyWithPublication = [
  ['create function', 'create or replace function'],
  [
    'publish_at timestamptz, unpublish_at timestamptz,',
    'publish_at timestamptz, unpublish_at timestamptz, published_at timestamptz,',
  ],
  [
    'updated_at, publish_at, unpublish_at, revision,\n      metadata, content, plain_text, search',
    'updated_at, publish_at, unpublish_at, published_at, revision,\n      metadata, content, plain_text, search',
  ],
  [
    'updated_at, publish_at, unpublish_at, revision,\n      metadata, content, plain_text, array_to_tsvector',
    'updated_at, publish_at, unpublish_at, published_at, revision,\n      metadata, content, plain_text, array_to_tsvector',
  ],
  [
    'unpublish_at = given.unpublish_at,',
    'unpublish_at = given.unpublish_at,\n      published_at = coalesce(given.published_at, posts.published_at),',
  ],
].reduce((text, [before = '', after = '']) => {
  if (!text.includes(before)) throw new Error(`apply_post_changes has no "${before}"`)
  return text.replace(before, after)
}, applyFunction)
