import { type QueryExecutorProvider, sql } from 'kysely'
import type { Migrations } from '../postgres/index.ts'

/** The queue of the local bus: events, who wants which, and one delivery a pair until it is acknowledged. */
export const localTables = (schema: string): Migrations => ({
  '0001-queue': {
    up: async (db: QueryExecutorProvider) => {
      const name = (table: string) => sql.id(schema, table)
      await sql`create table ${name('bus')} (
        one boolean primary key default true check (one),
        epoch uuid not null default gen_random_uuid()
      )`.execute(db)
      await sql`insert into ${name('bus')} default values`.execute(db)
      await sql`create table ${name('events')} (
        position bigint generated always as identity primary key,
        message_id text not null unique,
        subject text not null,
        event json not null,
        published_at timestamptz not null default now()
      )`.execute(db)
      await sql`create index events_published_at on ${name('events')} (published_at)`.execute(db)
      await sql`create table ${name('consumers')} (
        durable text primary key,
        pattern text not null
      )`.execute(db)
      await sql`create table ${name('deliveries')} (
        durable text not null references ${name('consumers')} on delete cascade,
        position bigint not null references ${name('events')} on delete cascade,
        attempt integer not null default 0,
        due_at timestamptz not null default now(),
        primary key (durable, position)
      )`.execute(db)
      await sql`create index deliveries_position on ${name('deliveries')} (position)`.execute(db)
    },
  },
})
