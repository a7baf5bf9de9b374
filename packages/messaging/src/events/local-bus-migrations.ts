import type { Migrations } from '@typecase/runtime/postgres'
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Maximum bytes of consumer names in a notification; Postgres allows 8,000. Longer lists are replaced by an
 * empty notification, which wakes every consumer.
 */
const maxNotificationBytes = 7_900

/** Tables of the local bus: events, consumers, and one row per delivery until it is acknowledged. */
export const localBusMigrations = (schema: string): Migrations => ({
  '0001-queue': { up: (db: QueryExecutorProvider) => createTables(db, schema) },
  '0002-publish': { up: (db: QueryExecutorProvider) => createPublishFunction(db, schema) },
})

async function createTables(db: QueryExecutorProvider, schema: string): Promise<void> {
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
}

/**
 * Creates the SQL function `publish`. Publishers take the advisory lock in shared mode, `register` in
 * exclusive mode, so that a new consumer misses no event. One SQL function takes one round trip; separate
 * statements would take four.
 */
async function createPublishFunction(db: QueryExecutorProvider, schema: string): Promise<void> {
  const [events, consumers, deliveries] = ['events', 'consumers', 'deliveries'].map((table) =>
    sql.id(schema, table),
  )
  await sql`
    create function ${sql.id(schema, 'publish')} (
      gate bigint, channel text, ids text[], subjects text[], texts text[]
    ) returns void language plpgsql as $$
    declare notified text;
    begin
      perform pg_advisory_xact_lock_shared(gate);
      -- Positions are drawn after sorting, so they rise in the order of the arrays.
      with stored as (
        insert into ${events} as e (message_id, subject, event)
        select given.message_id, given.subject, given.event::json
        from unnest(ids, subjects, texts) with ordinality as given (message_id, subject, event, place)
        order by given.place on conflict (message_id) do nothing returning e.position, e.subject
      ), wanted as (
        insert into ${deliveries} as d (durable, position)
        select c.durable, stored.position from ${consumers} as c, stored where stored.subject ~ c.pattern
        returning d.durable
      )
      select string_agg(distinct wanted.durable, ' ') into notified from wanted;
      if notified is not null then
        perform pg_notify(
          channel,
          case when octet_length(notified) > ${sql.lit(maxNotificationBytes)} then '' else notified end
        );
      end if;
    end $$`.execute(db)
}
