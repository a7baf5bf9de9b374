import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { BusExtent } from './bus.ts'

export interface Claim {
  readonly position: number
  readonly attempt: number
  readonly subject: string
  readonly event: unknown
}

export interface ClaimResult {
  /** In the order of publishing. */
  readonly claims: readonly Claim[]
  /** Milliseconds until the next delivery outside `claims` is due; 0 or negative if due, null if none. */
  readonly dueMs: number | null
  /** False when the consumer is not registered. */
  readonly isRegistered: boolean
}

export interface OutgoingMessage {
  readonly messageId: string
  readonly subject: string
  readonly event: string
}

const millis = (ms: number): RawBuilder<unknown> => sql`${ms} * interval '1 millisecond'`

/** Commits without waiting for an fsync. A crash can then cause redeliveries, which the inbox recognises. */
const asynchronous = sql`select set_config('synchronous_commit', 'off', true)`

const claimOf = ({ position, attempt, subject, event }: Claim): Claim => ({
  position,
  attempt,
  subject,
  event,
})

const claimRows = (claims: readonly Claim[]): RawBuilder<unknown> => {
  const [positions, attempts] = [claims.map(({ position }) => position), claims.map(({ attempt }) => attempt)]
  return sql`unnest(${positions}::bigint[], ${attempts}::integer[]) as own (position, attempt)`
}

/** The entity of the event. A message that is not an event counts as an entity of its own. */
export function entityOf({ event, position }: Claim): string {
  const subject = (event as { subject?: unknown } | null)?.subject
  return typeof subject === 'string' ? subject : `position ${position}`
}

/** A local bus, and the connection or transaction that reads and writes its tables. */
interface BusDatabase {
  readonly db: QueryExecutorProvider
  readonly schema: string
  /** Names of the tables, with schema. */
  readonly tables: Readonly<Record<'bus' | 'events' | 'consumers' | 'deliveries', RawBuilder<unknown>>>
  /** Notification channel. */
  readonly channel: string
}

/** SQL statements of the local bus. All times are those of the database. */
export function localBusQueries<DB>(db: Kysely<DB>, schema: string, channel: string) {
  const name = (table: string) => sql.id(schema, table)
  const tables = {
    bus: name('bus'),
    events: name('events'),
    consumers: name('consumers'),
    deliveries: name('deliveries'),
  }
  const bus: BusDatabase = { db, schema, tables, channel }
  return {
    publish: (messages: readonly OutgoingMessage[]) => publish(bus, messages),
    register: (durable: string, pattern: string) =>
      db.transaction().execute((tx) => register({ ...bus, db: tx }, durable, pattern)),
    claim: (durable: string, ackWaitMs: number, limit: number) => claim(bus, durable, ackWaitMs, limit),
    extend: (durable: string, claims: readonly Claim[], ackWaitMs: number) =>
      extend(bus, durable, claims, ackWaitMs),
    release: (durable: string, claims: readonly Claim[]) => release(bus, durable, claims),
    acknowledge: (durable: string, claims: readonly Claim[]) => acknowledge(bus, durable, claims),
    postpone: (durable: string, delivery: Claim, delayMs: number) =>
      postpone(bus, durable, delivery, delayMs),
    backlog: (durable: string) => backlog(bus, durable),
    extent: () => extent(bus),
    purge: (keepMs: number) => purge(bus, keepMs),
  }
}

/** Key of the advisory lock that publishers share and `register` takes exclusively. */
const gateOf = (schema: string): RawBuilder<unknown> => sql`hashtextextended(${`typecase.bus.${schema}`}, 0)`

/** Select list of {@link BusExtent}: the epoch of `bus` and the last position of `events`. */
function extentColumns(schema: string): RawBuilder<unknown> {
  const last = sql`pg_sequence_last_value(pg_get_serial_sequence(${`${schema}.events`}, 'position'))`
  return sql`epoch, coalesce(${last}, 0) as sequence`
}

function extentOf([row]: readonly BusExtent[], schema: string): BusExtent {
  if (!row) throw new Error(`The table ${schema}.bus is empty`)
  return { epoch: row.epoch, sequence: row.sequence }
}

/** Stores the events in order, notifies their consumers, and returns the new end of the event log. */
async function publish(
  { db, schema, tables: { bus }, channel }: BusDatabase,
  messages: readonly OutgoingMessage[],
): Promise<BusExtent> {
  const [ids, subjects, texts] = [
    messages.map(({ messageId }) => messageId),
    messages.map(({ subject }) => subject),
    messages.map(({ event }) => event),
  ]
  const stored = sql`${sql.id(schema, 'publish')} (
    ${gateOf(schema)}, ${channel}, ${ids}::text[], ${subjects}::text[], ${texts}::text[])`
  const { rows } = await sql<BusExtent>`
    select ${stored} as stored, ${extentColumns(schema)} from ${bus}`.execute(db)
  return extentOf(rows, schema)
}

/**
 * Adds a consumer and queues stored events that match. If the consumer exists, only sets its pattern. Must
 * run in a transaction, which holds the lock.
 */
async function register(
  { db, schema, tables: { consumers, deliveries, events } }: BusDatabase,
  durable: string,
  pattern: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${gateOf(schema)})`.execute(db)
  const existing = await sql`select 1 from ${consumers} where durable = ${durable}`.execute(db)
  if (existing.rows.length > 0) {
    await sql`update ${consumers} set pattern = ${pattern} where durable = ${durable}`.execute(db)
    return
  }
  await sql`insert into ${consumers} (durable, pattern) values (${durable}, ${pattern})`.execute(db)
  await sql`insert into ${deliveries} (durable, position)
    select ${durable}, position from ${events} where subject ~ ${pattern}`.execute(db)
}

/** Claims the oldest due deliveries, so that no other claim returns them for `ackWaitMs`. */
async function claim(
  { db, tables: { consumers, deliveries, events } }: BusDatabase,
  durable: string,
  ackWaitMs: number,
  limit: number,
): Promise<ClaimResult> {
  const { rows } = await sql<Omit<ClaimResult, 'claims'> & (Claim | { position: null })>`
    with async as materialized (${asynchronous}), due as materialized (
      select position from ${deliveries} where durable = ${durable} and due_at <= clock_timestamp()
      order by position limit ${limit} for update skip locked
    ), claimed as (
      update ${deliveries} as d set attempt = d.attempt + 1, due_at = clock_timestamp() + ${millis(ackWaitMs)}
      from due, ${events} as e
      where d.durable = ${durable} and d.position = due.position and e.position = due.position
      returning d.position, d.attempt, e.subject, e.event
    ), others as (
      select due_at from ${deliveries}
      where durable = ${durable} and position not in (select position from claimed)
    )
    select claimed.*, exists (select from ${consumers} where durable = ${durable}) as "isRegistered",
      case when exists (select from others where due_at <= clock_timestamp()) then 0
      else (select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 from others)
      end as "dueMs"
    from async left join claimed on true order by claimed.position`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the claim query returned no row')
  const claims = rows.flatMap((each) => ('attempt' in each && each.position !== null ? [claimOf(each)] : []))
  return { isRegistered: row.isRegistered, dueMs: row.dueMs, claims }
}

/** Extends claims by `ackWaitMs`, unless another process has claimed their deliveries meanwhile. */
async function extend(
  { db, tables: { deliveries } }: BusDatabase,
  durable: string,
  claims: readonly Claim[],
  ackWaitMs: number,
): Promise<void> {
  await sql`
    update ${deliveries} as d set due_at = clock_timestamp() + ${millis(ackWaitMs)}
    from ${claimRows(claims)}
    where d.durable = ${durable} and d.position = own.position and d.attempt = own.attempt`.execute(db)
}

/** Undoes claims whose handlers have not started, without counting an attempt. Wakes other processes. */
async function release(
  { db, tables: { deliveries }, channel }: BusDatabase,
  durable: string,
  claims: readonly Claim[],
): Promise<void> {
  await sql`
    with returned as (
      update ${deliveries} as d set attempt = d.attempt - 1, due_at = clock_timestamp()
      from ${claimRows(claims)}
      where d.durable = ${durable} and d.position = own.position and d.attempt = own.attempt
      returning 1
    ) select pg_notify(${channel}, ${durable}) from returned limit 1`.execute(db)
}

async function acknowledge(
  { db, tables: { deliveries } }: BusDatabase,
  durable: string,
  claims: readonly Claim[],
): Promise<void> {
  const positions = claims.map(({ position }) => position)
  await sql`
    with async as materialized (${asynchronous})
    delete from ${deliveries} using async
    where durable = ${durable} and position = any(${positions}::bigint[])`.execute(db)
}

/** Makes the delivery due after `delayMs`, unless another process has claimed it meanwhile. */
async function postpone(
  { db, tables: { deliveries } }: BusDatabase,
  durable: string,
  { position, attempt }: Claim,
  delayMs: number,
): Promise<void> {
  await sql`
    update ${deliveries} set due_at = clock_timestamp() + ${millis(delayMs)}
    where durable = ${durable} and position = ${position} and attempt = ${attempt}`.execute(db)
}

async function backlog({ db, tables: { deliveries } }: BusDatabase, durable: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${deliveries} where durable = ${durable}`.execute(db)
  return rows[0]?.count ?? 0
}

async function extent({ db, schema, tables: { bus } }: BusDatabase): Promise<BusExtent> {
  const { rows } = await sql<BusExtent>`select ${extentColumns(schema)} from ${bus}`.execute(db)
  return extentOf(rows, schema)
}

async function purge({ db, tables: { deliveries, events } }: BusDatabase, keepMs: number): Promise<void> {
  await sql`delete from ${events} where position in (
    select position from ${events} as e where published_at < now() - ${millis(keepMs)}
      and not exists (select from ${deliveries} as d where d.position = e.position)
    limit 5000)`.execute(db)
}

/** Converts NATS patterns to one Postgres regular expression that matches the same subjects. */
export function patternOf(subjects: readonly string[]): string {
  const one = (subject: string) =>
    subject
      .split('.')
      .map((word) => (word === '*' ? '[^.]+' : word === '>' ? '.+' : word.replace(/[^a-zA-Z0-9_-]/g, '\\$&')))
      .join('\\.')
  return `^(${subjects.map(one).join('|')})$`
}
