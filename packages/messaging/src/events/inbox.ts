import type { TypedEvent } from '@typecase/contracts/events'
import type { Postgres } from '@typecase/runtime/postgres'
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import type { OutboxTables } from '../outbox/tables.ts'

export type Verdict = 'applied' | 'duplicate' | 'outdated'

/** Days until inbox rows are deleted. Buses delete events earlier, so no event outlives its inbox row. */
const keepDays = 30

/** The inbox of a durable consumer, and the connection or transaction that reads and writes it. */
interface Inbox {
  readonly db: QueryExecutorProvider
  readonly consumer: string
}

export function inboxOf<DB extends OutboxTables>({ db }: Pick<Postgres<DB>, 'db'>, consumer: string) {
  const inbox: Inbox = { db, consumer }
  const within = (tx: Transaction<DB>): Inbox => ({ db: tx, consumer })
  return {
    admit: (tx: Transaction<DB>, event: TypedEvent) => admit(within(tx), event),
    admitAll: (tx: Transaction<DB>, events: readonly TypedEvent[]) => admitAll(within(tx), events),
    seen: (ids: readonly string[]) => seen(inbox, ids),
    note: (ids: readonly string[]) => note(inbox, ids),
    startTry: (eventId: string) => startTry(inbox, eventId),
    undoTry: (eventId: string) => undoTry(inbox, eventId),
    noteFailure: (eventId: string, tries: number, error: string) => noteFailure(inbox, eventId, tries, error),
    lastError: (eventId: string) => lastError(inbox, eventId),
    endTries: (eventId: string) => endTries(inbox, eventId),
    deadLetters: () => deadLetters(inbox),
    purge: () => purge(inbox),
  }
}

/**
 * Records the event in the transaction of its effect. Returns `applied` if the caller must apply the
 * event, `duplicate` if it was recorded before, `outdated` if a later event of its entity was applied.
 * Events of one revision are ordered by id. A second process that admits the same event waits here.
 */
async function admit({ db, consumer }: Inbox, { id, subject, revision }: TypedEvent): Promise<Verdict> {
  const { rows } = await sql<{ fresh: boolean; newest: boolean }>`
    with fresh as (
      insert into inbox (consumer, event_id) values (${consumer}, ${id}) on conflict do nothing returning 1
    ), newest as (
      insert into inbox_revisions as stored (consumer, entity, revision, event_id)
      select ${consumer}, ${subject}, ${revision}::bigint, ${id} from fresh
      on conflict (consumer, entity) do update set revision = excluded.revision, event_id = excluded.event_id
        where (stored.revision, stored.event_id collate "C")
          < (excluded.revision, excluded.event_id collate "C")
      returning 1
    )
    select exists (select from fresh) as fresh, exists (select from newest) as newest`.execute(db)
  if (!rows[0]?.fresh) return 'duplicate'
  return rows[0].newest ? 'applied' : 'outdated'
}

/**
 * Admits several events in order; returns the verdicts by id. Locks ids before entities, in ascending
 * order, to avoid deadlocks.
 */
async function admitAll(inbox: Inbox, events: readonly TypedEvent[]): Promise<ReadonlyMap<string, Verdict>> {
  const fresh = await recordNew(inbox, events)
  const stored = await lockRevisions(inbox, events)
  const newest = new Map(stored.map((row) => [row.entity, row]))
  const verdicts = new Map<string, Verdict>()
  for (const { id, subject: entity, revision } of events) {
    if (verdicts.has(id)) continue
    const last = newest.get(entity)
    const isOutdated = last && !isBefore(last, { revision, id })
    verdicts.set(id, !fresh.has(id) ? 'duplicate' : isOutdated ? 'outdated' : 'applied')
    if (verdicts.get(id) === 'applied') newest.set(entity, { entity, revision, id })
  }
  const before = new Set(stored)
  await storeRevisions(
    inbox,
    [...newest.values()].filter((row) => !before.has(row)),
  )
  return verdicts
}

/** Records the events; returns the ids that were not recorded before. */
async function recordNew(
  { db, consumer }: Inbox,
  events: readonly TypedEvent[],
): Promise<ReadonlySet<string>> {
  const ids = events.map(({ id }) => id)
  const { rows } = await sql<{ event_id: string }>`
    insert into inbox (consumer, event_id)
    select distinct ${consumer}, id from unnest(${ids}::text[]) as id order by id
    on conflict do nothing returning event_id`.execute(db)
  return new Set(rows.map(({ event_id: id }) => id))
}

/** Locks and returns the rows of the entities; creates missing ones with revision -1. */
async function lockRevisions(
  { db, consumer }: Inbox,
  events: readonly TypedEvent[],
): Promise<readonly Applied[]> {
  const entities = events.map(({ subject }) => subject)
  // The update changes no value. It locks the rows, and makes the statement return existing rows too.
  const { rows } = await sql<Applied>`
    insert into inbox_revisions as stored (consumer, entity, revision, event_id)
    select distinct ${consumer}, entity, -1, '' from unnest(${entities}::text[]) as entity order by entity
    on conflict (consumer, entity) do update set revision = stored.revision
    returning entity, revision, event_id as id`.execute(db)
  return rows
}

async function storeRevisions({ db, consumer }: Inbox, rows: readonly Applied[]): Promise<void> {
  if (rows.length === 0) return
  const [entities, revisions, ids] = [
    rows.map(({ entity }) => entity),
    rows.map(({ revision }) => revision),
    rows.map(({ id }) => id),
  ]
  await sql`
    update inbox_revisions as stored set revision = newest.revision, event_id = newest.id
    from unnest(${entities}::text[], ${revisions}::bigint[], ${ids}::text[]) as newest (entity, revision, id)
    where stored.consumer = ${consumer} and stored.entity = newest.entity`.execute(db)
}

/** Returns the ids of recorded events, whose effect is committed. */
async function seen({ db, consumer }: Inbox, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from inbox where consumer = ${consumer} and event_id = any(${[...ids]}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ event_id: id }) => id))
}

/** Records events whose effect was committed without `admit`. */
async function note({ db, consumer }: Inbox, ids: readonly string[]): Promise<void> {
  await sql`
    insert into inbox (consumer, event_id) select ${consumer}, unnest(${[...ids]}::text[])
    on conflict do nothing`.execute(db)
}

/**
 * Records the start of another attempt and returns its number. First attempts are not recorded, so an
 * event without a row starts its second attempt.
 */
async function startTry({ db, consumer }: Inbox, eventId: string): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    insert into inbox_tries as stored (consumer, event_id, tries, error)
    values (${consumer}, ${eventId}, 2, 'the process ended during the attempt')
    on conflict (consumer, event_id) do update set tries = stored.tries + 1, tried_at = now()
    returning tries`.execute(db)
  return rows[0]?.tries ?? 2
}

async function undoTry({ db, consumer }: Inbox, eventId: string): Promise<void> {
  await sql`
    update inbox_tries set tries = greatest(tries - 1, 0)
    where consumer = ${consumer} and event_id = ${eventId}`.execute(db)
}

async function noteFailure(
  { db, consumer }: Inbox,
  eventId: string,
  tries: number,
  error: string,
): Promise<void> {
  await sql`
    insert into inbox_tries (consumer, event_id, tries, error)
    values (${consumer}, ${eventId}, ${tries}, ${error})
    on conflict (consumer, event_id) do update
      set tries = excluded.tries, error = excluded.error, tried_at = now()`.execute(db)
}

async function lastError({ db, consumer }: Inbox, eventId: string): Promise<string> {
  const { rows } = await sql<{ error: string }>`
    select error from inbox_tries where consumer = ${consumer} and event_id = ${eventId}`.execute(db)
  return rows[0]?.error ?? ''
}

async function endTries({ db, consumer }: Inbox, eventId: string): Promise<void> {
  await sql`delete from inbox_tries where consumer = ${consumer} and event_id = ${eventId}`.execute(db)
}

async function deadLetters({ db, consumer }: Inbox): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from dead_letters where consumer = ${consumer}`.execute(db)
  return rows[0]?.count ?? 0
}

async function purge({ db }: Inbox): Promise<void> {
  const old = sql`now() - ${keepDays} * interval '1 day'`
  await sql`delete from inbox where (consumer, event_id) in (
    select consumer, event_id from inbox where handled_at < ${old} limit 1000)`.execute(db)
  await sql`delete from inbox_tries where tried_at < ${old}`.execute(db)
}

/** The newest applied event of an entity. */
interface Applied {
  readonly entity: string
  readonly revision: number
  readonly id: string
}

/** Events of one revision are ordered by id. */
const isBefore = (one: Omit<Applied, 'entity'>, other: Omit<Applied, 'entity'>): boolean =>
  one.revision < other.revision || (one.revision === other.revision && one.id < other.id)
