import { outboxTables } from '@typecase/messaging/outbox'
import type { Migrations } from '@typecase/runtime/postgres'
import { type Kysely, sql } from 'kysely'

const running = (...statements: readonly string[]) => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

const tokens = [
  'create table last_token (one boolean primary key default true check (one), token bigint not null)',
  'insert into last_token (token) values (0)',
  'alter table generations add column token bigint',
]

/** Indexes enforce contract.md#generation-order. */
const initial = [
  `create table generations (
    id uuid primary key,
    position bigint generated always as identity,
    state text not null check (state in ('queued', 'running', 'succeeded', 'failed')),
    trigger text not null check (trigger in ('manual', 'event')),
    output_dir text,
    base_url text,
    clean_urls boolean,
    due_at timestamptz(3) not null,
    latest_at timestamptz(3) not null,
    attempts integer not null default 0,
    pages_done integer not null default 0,
    pages_total integer not null default 0,
    pages_written integer not null default 0,
    started_at timestamptz(3),
    finished_at timestamptz(3),
    errors jsonb not null default '[]'
  )`,
  `create unique index generations_queued_key on generations
    (trigger, coalesce(output_dir, ''), coalesce(base_url, ''), coalesce(clean_urls, true)) where state = 'queued'`,
  `create unique index generations_running_key on generations ((true)) where state = 'running'`,
  'create index generations_finished_at on generations (finished_at) where finished_at is not null',
]

const readModel = [
  `create table entries (
    type text not null check (type in ('post', 'page')),
    id uuid not null,
    revision bigint not null,
    fields json,
    markdown text,
    primary key (type, id)
  )`,
  // Texts are not compressed, because thousands are read together.
  'alter table entries alter column markdown set storage external',
  `create table content_cursor (
    one boolean primary key default true check (one),
    edition integer not null,
    cursor text not null
  )`,
]

const pageRecords = [
  `create table page_records (
    output_dir text not null,
    position bigint not null,
    is_first boolean not null,
    content bytea not null,
    primary key (output_dir, position)
  )`,
  'alter table page_records alter column content set storage external',
  `create table link_reports (
    output_dir text primary key,
    generation_id uuid not null,
    checked_at timestamptz(3) not null,
    pages integer not null,
    total integer not null,
    listed jsonb not null
  )`,
]

const linkReports = [
  'alter table link_reports drop constraint link_reports_pkey, add primary key (output_dir, generation_id)',
  'create table shown_link_reports (output_dir text primary key, generation_id uuid not null)',
  'insert into shown_link_reports select output_dir, generation_id from link_reports',
]

/** Older reports listed only their first hundred links; these are copied. */
const brokenLinks = [
  `alter table link_reports add column links jsonb not null default '[]'`,
  `update link_reports set links = (
    select coalesce(jsonb_agg(jsonb_build_object('link', link, 'pagesTotal', n, 'pages', pages) order by n desc, link), '[]')
    from (
      select item ->> 'link' as link, count(*) as n, jsonb_agg(item -> 'page') as pages
      from jsonb_array_elements(listed) as item group by 1
    ) as of_link
  )`,
]

/** Replaces `page_records`, which stays because the previous version still uses it. */
const pages = [
  `create table pages (
    output_dir text not null,
    path text not null,
    version bigint not null,
    digest text not null,
    ids json not null,
    links json not null,
    facts json not null,
    primary key (output_dir, path)
  )`,
  'create index pages_version on pages (output_dir, version, path)',
  'create table page_versions (output_dir text primary key, version bigint not null)',
]

const receipts = [
  `create table changes (
    id uuid primary key,
    kind text not null,
    entity_id text not null,
    revision bigint not null,
    what text not null,
    title text,
    slug text,
    accepted_at timestamptz(3) not null,
    updated_at text not null,
    constraint changes_save_key unique (kind, entity_id, updated_at)
  )`,
  'create sequence receipts_ended',
  `create table receipts (
    generation_id uuid primary key,
    position bigint generated always as identity,
    ended bigint,
    output_dir text not null,
    state text not null check (state in ('planned', 'activated', 'unchanged', 'failed')),
    content jsonb not null
  )`,
  'create unique index receipts_position on receipts (position)',
  'create index receipts_ended_key on receipts (ended) where ended is not null',
]

const signals = [
  `create function notify_of_site() returns trigger language plpgsql as $$
    begin
      perform pg_notify('site_' || tg_table_schema, '');
      return null;
    end
  $$`,
  'create trigger generations_site after insert or update on generations for each statement execute function notify_of_site()',
  'create trigger receipts_site after insert or update on receipts for each statement execute function notify_of_site()',
]

/** Inserts the addresses of the last build, because links on other sites may use them. */
const redirects = [
  `create table redirects (
    id uuid primary key,
    from_key text not null unique,
    from_path text not null,
    to_address text,
    status smallint not null check (status in (301, 302, 308, 410)),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create table addresses (path text primary key, entry text not null, is_current boolean not null)',
  'create index addresses_entry on addresses (entry)',
  'create table redirect_versions (one boolean primary key default true check (one), rules bigint not null, addresses bigint not null)',
  'insert into redirect_versions (rules, addresses) values (1, 1)',
  `insert into addresses (path, entry, is_current)
    select distinct on (path) path, entry, true from (
      select
        regexp_replace(regexp_replace(base_url, '^https?://[^/]+', '', 'i'), '/+$', '')
          || case
            when fields ->> 'type' = 'custom'
              then '/' || (select string_agg(part, '/' order by n) from json_array_elements_text(fields -> 'path') with ordinality as parts (part, n))
            else '/' || type || '/' || (fields ->> 'slug')
          end
          || case when clean_urls then '/' else '.html' end as path,
        type || ' ' || id as entry
      from entries, (
        select base_url, clean_urls from generations where state = 'succeeded' order by finished_at desc limit 1
      ) as last_build
      where fields is not null
    ) as addressed
    where path is not null`,
]

export const migrations: Migrations = {
  '0001-initial': {
    up: async (db: Kysely<unknown>) => {
      await outboxTables(db)
      await running(...initial).up(db)
    },
  },
  '0002-read-model': running(...readModel),
  '0003-bursts': running('alter table generations add column joined integer not null default 0'),
  '0004-tokens': running(...tokens),
  '0005-page-records': running(...pageRecords),
  '0006-receipts': running(...receipts),
  '0007-traces': running('alter table generations add column traceparent text'),
  '0008-site-signals': running(...signals),
  '0009-link-reports': running(...linkReports),
  '0010-broken-links': running(...brokenLinks),
  '0011-pages': running(...pages),
  '0012-redirects': running(...redirects),
  '0013-automatic-hold': running(
    'create table automatic_hold (one boolean primary key default true check (one), until timestamptz(3) not null)',
  ),
}
