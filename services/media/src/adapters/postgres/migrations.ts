import { outboxTables } from '@typecase/messaging/outbox'
import type { Migrations } from '@typecase/runtime/postgres'
import { sql } from 'kysely'

const files = [
  `create table files (
    id uuid primary key,
    filename text not null constraint files_filename_key unique,
    original_filename text not null,
    type text not null check (type in ('image', 'document')),
    mime_type text not null,
    size bigint not null check (size > 0),
    digest text not null,
    alt text not null,
    caption text not null,
    width integer check (width > 0),
    height integer check (height > 0),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    revision bigint not null
  )`,
  'create index files_newest on files (created_at desc, id desc)',
  'create index files_newest_of_type on files (type, created_at desc, id desc)',
]

/** A URL may be too long for a btree index, so the index contains the digest of the URL. */
const references = [
  `create table content_items (
    item_type text not null check (item_type in ('post', 'page')),
    item_id text not null,
    revision bigint not null,
    gone boolean not null default false,
    title text not null,
    slug text not null,
    status text not null,
    primary key (item_type, item_id)
  )`,
  `create table media_references (
    item_type text not null,
    item_id text not null,
    reference_type text not null check (reference_type in ('featuredImage', 'embedded')),
    url text not null,
    file_id text,
    count integer not null check (count > 0),
    foreign key (item_type, item_id) references content_items on delete cascade
  )`,
  'create index media_references_item on media_references (item_type, item_id)',
  'create index media_references_url on media_references (md5(url))',
  'create index media_references_file on media_references (md5(file_id)) where file_id is not null',
  'create table content_cursor (one boolean primary key default true check (one), cursor text not null)',
]

const renditions = [
  `create table rendition_tasks (
    file_id uuid primary key references files on delete cascade,
    state text not null default 'waiting' check (state in ('waiting', 'made', 'none')),
    tries integer not null default 0,
    due_at timestamptz(3) not null default now(),
    why text
  )`,
  "create index rendition_tasks_due on rendition_tasks (due_at) where state = 'waiting'",
  `create table renditions (
    file_id uuid not null references files on delete cascade,
    filename text primary key,
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    mime_type text not null,
    size bigint not null check (size > 0),
    digest text not null,
    blob_key text not null unique
  )`,
  'create index renditions_file on renditions (file_id)',
]

/** A trigger records the ids of deleted files, also of those that replicas of the earlier version delete. */
const imports = [
  `create table upload_keys (
    id text primary key,
    fingerprint text not null,
    file_id uuid not null references files on delete cascade,
    created_at timestamptz(3) not null
  )`,
  'create index upload_keys_file on upload_keys (file_id)',
  'create index upload_keys_age on upload_keys (created_at)',
  `create table file_ids (
    id uuid primary key,
    is_deleted boolean not null,
    reserved_at timestamptz(3)
  )`,
  `create function note_deleted_file() returns trigger language plpgsql set search_path from current as $$
  begin
    insert into file_ids (id, is_deleted) values (old.id, true)
    on conflict (id) do update set is_deleted = true;
    return null;
  end $$`,
  `create trigger files_note_deleted after delete on files
    for each row execute function note_deleted_file()`,
]

/**
 * Creates new tables, because replicas of the earlier version still write the old ones without social images.
 * The service fills the new tables by reading every item once. A later version drops the old tables.
 */
const socialImages = [
  `create table referencing_items (
    item_type text not null check (item_type in ('post', 'page')),
    item_id text not null,
    revision bigint not null,
    gone boolean not null default false,
    title text not null,
    slug text not null,
    status text not null,
    primary key (item_type, item_id)
  )`,
  `create table file_uses (
    item_type text not null,
    item_id text not null,
    reference_type text not null check (reference_type in ('featuredImage', 'socialImage', 'embedded')),
    url text not null,
    file_id text,
    count integer not null check (count > 0),
    foreign key (item_type, item_id) references referencing_items on delete cascade
  )`,
  'create index file_uses_item on file_uses (item_type, item_id)',
  'create index file_uses_url on file_uses (md5(url))',
  'create index file_uses_file on file_uses (md5(file_id)) where file_id is not null',
  'create table reference_cursor (one boolean primary key default true check (one), cursor text not null)',
]

export const migrations: Migrations = {
  '0001-initial': {
    async up(db) {
      for (const statement of [...files, ...references]) await sql.raw(statement).execute(db)
      await outboxTables(db)
    },
  },
  '0002-renditions': {
    async up(db) {
      for (const statement of renditions) await sql.raw(statement).execute(db)
    },
  },
  '0003-imports': {
    async up(db) {
      for (const statement of imports) await sql.raw(statement).execute(db)
    },
  },
  '0004-social-images': {
    async up(db) {
      for (const statement of socialImages) await sql.raw(statement).execute(db)
    },
  },
}
