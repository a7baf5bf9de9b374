import { outboxTables } from '@typecase/messaging/outbox'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await outboxTables(db)
  },
}

// Sorts titles in any script as readers expect. Only 200 characters: index rows are limited in size.
const titleKey = 'left(title, 200) collate "und-x-icu"'

const statements = [
  `create table posts (
    id uuid primary key,
    title text not null,
    slug text collate "C" not null constraint posts_slug_key unique,
    status text not null check (status in ('published', 'draft')),
    author text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    revision bigint not null check (revision > 0),
    metadata json not null,
    content text not null,
    plain_text text not null,
    search tsvector not null,
    facets uuid[] not null
  )`,
  'create index posts_by_created on posts (created_at desc, id desc)',
  'create index posts_by_status_created on posts (status, created_at desc, id desc)',
  'create index posts_by_updated on posts (updated_at desc)',
  'create index posts_by_status_updated on posts (status, updated_at desc)',
  `create index posts_by_title on posts (${titleKey})`,
  `create index posts_by_status_title on posts (status, ${titleKey})`,
  // Limits the pending list to 128 kB, because every search reads the whole list.
  'create index posts_by_word on posts using gin (search) with (gin_pending_list_limit = 128)',

  `create table post_facets (
    key uuid not null,
    created_at timestamptz(3) not null,
    post_id uuid not null references posts (id) on delete cascade,
    primary key (key, created_at, post_id)
  )`,
  'create index post_facets_by_post on post_facets (post_id)',
  `create table post_counts (
    key uuid not null,
    status text not null,
    n bigint not null,
    primary key (key, status)
  ) with (fillfactor = 50)`,

  `create table pages (
    id uuid primary key,
    title text not null,
    slug text collate "C" not null,
    status text not null check (status in ('published', 'draft')),
    page_type text not null check (page_type in ('normal', 'custom')),
    parent_id uuid references pages (id),
    path text[] not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    revision bigint not null check (revision > 0),
    metadata json not null,
    content text not null,
    plain_text text not null,
    constraint pages_slug_key unique (page_type, slug),
    constraint pages_parent_custom check (parent_id is null or page_type = 'custom'),
    constraint pages_parent_other check (parent_id <> id)
  )`,
  'create index pages_by_created on pages (created_at desc, id desc)',
  'create index pages_by_parent on pages (parent_id) where parent_id is not null',

  `create table settings (
    one boolean primary key default true check (one),
    chosen json not null default '{}',
    revision bigint not null default 0
  )`,
  'insert into settings default values',

  `create table idempotency_keys (
    id text primary key,
    fingerprint text not null,
    answer json not null,
    created_at timestamptz(3) not null
  )`,
  'create index idempotency_keys_by_age on idempotency_keys (created_at)',
]
