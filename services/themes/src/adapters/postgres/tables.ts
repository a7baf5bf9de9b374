import { type OutboxTables, outboxTables } from '@typecase/messaging/outbox'
import type { Migrations } from '@typecase/runtime/postgres'
import { type ColumnType, type Generated, sql } from 'kysely'

export interface ThemesTables extends OutboxTables {
  /** `previous` is the digest of the version that a rollback restores. */
  themes: { name: string; digest: string; previous: string | null; bundled: boolean }
  theme_versions: {
    name: string
    digest: string
    version: string
    /** JSON in a text column, because jsonb rejects U+0000, which is valid in JSON. */
    metadata: string
    files: string
    retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** A single row with the active theme. Changes of themes lock it, and `revision` counts them. */
  theme_state: { one: Generated<boolean>; active: string | null; revision: number }
  theme_contents: { sha256: string; claimed_at: ColumnType<Date, Date, Date> }
  menu: { one: Generated<boolean>; revision: number; items: string }
}

const statements = [
  `create table theme_versions (
    name text not null,
    digest text not null,
    version text not null,
    metadata text not null,
    files text not null,
    retired_at timestamptz,
    primary key (name, digest)
  )`,
  `create table themes (
    name text primary key,
    digest text not null,
    bundled boolean not null,
    constraint themes_version_fkey foreign key (name, digest) references theme_versions (name, digest)
  )`,
  `create table theme_state (
    one boolean primary key default true check (one),
    active text constraint theme_state_active_fkey references themes (name),
    revision bigint not null
  )`,
  'insert into theme_state (active, revision) values (null, 0)',
  'create table theme_contents (sha256 text primary key, claimed_at timestamptz not null)',
  `create table menu (
    one boolean primary key default true check (one),
    revision bigint not null,
    items text not null
  )`,
  `insert into menu (revision, items) values (0, '[]')`,
]

export const migrations: Migrations = {
  '0001-initial': {
    up: async (db) => {
      await outboxTables(db)
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
  '0002-previous-version': {
    up: async (db) => {
      await sql`alter table themes add column previous text`.execute(db)
      await sql`alter table themes add constraint themes_previous_fkey foreign key (name, previous) references theme_versions (name, digest)`.execute(
        db,
      )
    },
  },
}
