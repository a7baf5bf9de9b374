import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds revisions. The history of an existing item starts with its current state. */
export const revisions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table revisions (
    item_type text not null check (item_type in ('post', 'page')),
    item_id uuid not null,
    revision bigint not null,
    changed_by text not null,
    created_at timestamptz(3) not null,
    changed text[] not null,
    title text not null,
    slug text not null,
    status text not null,
    fields json not null,
    metadata json not null,
    content text not null,
    primary key (item_type, item_id, revision)
  )`,
  `insert into revisions
    select 'post', id, revision, '', updated_at, '{}', title, slug, status, json_build_object('author', author), metadata, content from posts`,
  `insert into revisions
    select 'page', id, revision, '', updated_at, '{}', title, slug, status,
      json_build_object('pageType', page_type, 'parentPage', path[cardinality(path) - 1]), metadata, content from pages`,
]
