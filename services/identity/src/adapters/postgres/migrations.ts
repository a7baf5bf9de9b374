import { outboxTables } from '@typecase/messaging/outbox'
import type { Migrations } from '@typecase/runtime/postgres'
import { type Kysely, sql } from 'kysely'

export const migrations: Migrations = {
  '0001-initial': {
    up: async (db: Kysely<unknown>) => {
      await outboxTables(db)
      for (const statement of initial) await sql.raw(statement).execute(db)
    },
  },
  '0002-setup': {
    up: async (db: Kysely<unknown>) => {
      for (const statement of setup) await sql.raw(statement).execute(db)
    },
  },
  '0003-request-windows': {
    up: async (db: Kysely<unknown>) => {
      await sql.raw(requestWindows).execute(db)
    },
  },
  '0004-profiles': {
    up: async (db: Kysely<unknown>) => {
      await sql.raw(`alter table users add column profile jsonb not null default '{}'`).execute(db)
    },
  },
}

/** The table is unlogged, because request counts of one minute need not survive a crash. */
const requestWindows = `create unlogged table request_windows (
  caller text primary key,
  used integer not null,
  ends_at timestamptz(3) not null
)`

/**
 * An installation that has users counts as set up. The unique index permits only one account with a generated
 * password, and speeds up its lookup.
 */
const setup = [
  'alter table users add column is_made_up boolean not null default false',
  'create unique index users_made_up on users (is_made_up) where is_made_up',
  'create table finished_setup (single boolean primary key check (single), finished_at timestamptz(3) not null)',
  'insert into finished_setup select true, now() where exists (select from users)',
]

/**
 * `lower` with `collate "C"` folds only ASCII, in any locale. Usernames and emails are ASCII
 * (contract.md#user-fields).
 */
const initial = [
  `create table users (
    id uuid primary key,
    username text not null,
    email text not null,
    role text not null check (role in ('admin', 'editor')),
    password_hash text not null,
    revision bigint not null check (revision > 0),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create unique index users_username_key on users (lower(username collate "C"))',
  'create unique index users_email_key on users (lower(email collate "C"))',
  'create index users_created_at on users (created_at, id)',
  `create table sessions (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    token_hash text not null constraint sessions_token_hash_key unique,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null
  )`,
  'create index sessions_user_id on sessions (user_id)',
  'create index sessions_expires_at on sessions (expires_at)',
  `create table devices (
    device_hash text not null,
    user_id uuid not null references users (id) on delete cascade,
    used_at timestamptz(3) not null,
    primary key (device_hash, user_id)
  )`,
  'create index devices_user_id on devices (user_id)',
  'create index devices_used_at on devices (used_at)',
  `create table login_counters (
    key text primary key,
    attempts jsonb not null default '[]',
    locked_until timestamptz(3),
    touched_at timestamptz(3) not null
  )`,
  'create index login_counters_touched_at on login_counters (touched_at)',
]
