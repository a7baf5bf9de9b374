import {
  type ColumnType,
  type Generated,
  type GeneratedAlways,
  type QueryExecutorProvider,
  sql,
} from 'kysely'

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>

/** Event tables that every service has besides its own: `interface ContentTables extends OutboxTables`. */
export interface OutboxTables {
  outbox: {
    position: GeneratedAlways<number>
    id: string
    /** Key of the event catalogue. */
    type: string
    subject: string
    entity: string
    revision: number
    data: unknown
    traceparent: string
    occurred_at: Stamp
    published_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** Last known epoch and last sequence number of the bus; one row. */
  outbox_bus: { one: Generated<boolean>; epoch: string; sequence: number }
  inbox: { consumer: string; event_id: string; handled_at: Stamp }
  inbox_revisions: { consumer: string; entity: string; revision: number; event_id: string }
  /** Failed events that wait for a retry. */
  inbox_tries: { consumer: string; event_id: string; tries: number; error: string; tried_at: Stamp }
  dead_letters: {
    id: string
    consumer: string
    event_id: string
    type: string
    event: unknown
    error: string
    attempts: number
    parked_at: Stamp
    replay_asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}

/** A migration: creates outbox, inbox and dead letters in the schema being migrated. */
export async function outboxTables(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table outbox (
    position bigint generated always as identity primary key,
    id uuid not null unique,
    type text not null,
    subject text not null,
    entity text not null,
    revision bigint not null check (revision > 0),
    data jsonb not null,
    traceparent text not null,
    occurred_at timestamptz not null default now(),
    published_at timestamptz
  )`,
  'create index outbox_unpublished on outbox (position) where published_at is null',
  'create index outbox_published_at on outbox (published_at) where published_at is not null',
  `create table outbox_bus (
    one boolean primary key default true check (one),
    epoch text not null,
    sequence bigint not null
  )`,
  `create table inbox (
    consumer text not null,
    event_id text not null,
    handled_at timestamptz not null default now(),
    primary key (consumer, event_id)
  )`,
  'create index inbox_handled_at on inbox (handled_at)',
  `create table inbox_revisions (
    consumer text not null,
    entity text not null,
    revision bigint not null,
    event_id text not null,
    primary key (consumer, entity)
  )`,
  `create table inbox_tries (
    consumer text not null,
    event_id text not null,
    tries integer not null,
    error text not null,
    tried_at timestamptz not null default now(),
    primary key (consumer, event_id)
  )`,
  `create table dead_letters (
    id uuid primary key,
    consumer text not null,
    event_id text not null,
    type text not null,
    event json not null,
    error text not null,
    attempts integer not null,
    parked_at timestamptz not null default now(),
    replay_asked_at timestamptz,
    unique (consumer, event_id)
  )`,
]
