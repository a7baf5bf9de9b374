import { currentContext } from '@typecase/runtime/context'
import { jsonb } from '@typecase/runtime/postgres'
import { type Kysely, type QueryCreator, sql, type Transaction } from 'kysely'
import { generationRunning, leaseLost, type RenderError } from '../../core/errors.ts'
import type { Generation } from '../../core/releases/generation.ts'
import type {
  Debounce,
  GenerationLedger,
  GenerationRequest,
  GenerationRun,
} from '../../core/releases/generation-ledger.ts'
import { fewJoined } from '../../core/reports/note-changes.ts'
import { fromRow, recordEnd } from './generation-rows.ts'
import type { PublisherTables } from './schema.ts'

const none: Debounce = { eachMs: 0, mostMs: 0 }

export const requestsChannel = (schema: string): string => `generations_${schema}`

/** `db` may be a transaction. */
export function postgresGenerationLedger(db: Kysely<PublisherTables>): GenerationLedger {
  const inTransaction = <T>(work: (tx: Transaction<PublisherTables>) => Promise<T>): Promise<T> =>
    db.isTransaction ? work(db as Transaction<PublisherTables>) : db.transaction().execute(work)

  return {
    request: (wanted) => request(db, wanted),
    overview: () => overview(db),
    recover: (now) => inTransaction((tx) => recover(tx, now)),
    next: (now) => next(db, now),
    start: (...started) => start(db, ...started),
    async progress(id, { pagesDone, pagesTotal, pagesWritten }) {
      await db
        .updateTable('generations')
        .set({ pages_done: pagesDone, pages_total: pagesTotal, pages_written: pagesWritten })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute()
    },

    postpone: (id, dueAt, token, errors = []) =>
      inTransaction(async (tx) => {
        if (token === undefined || (await isRunning(tx, { id, token }))) await requeue(tx, id, dueAt, errors)
      }),

    async drop(id) {
      await db.deleteFrom('generations').where('id', '=', id).where('state', '=', 'queued').execute()
    },

    whileRunning: (run, work) =>
      inTransaction(async (tx) => {
        if (!(await isRunning(tx, run))) throw leaseLost()
        await work()
      }),

    finish: (run, end) =>
      inTransaction(async (tx) => {
        if (!(await isRunning(tx, run))) throw leaseLost()
        await recordEnd(tx, run.id, end)
      }),

    betweenGenerations: (at, work) =>
      inTransaction(async (tx) => {
        const { token } = await newToken(tx, at).executeTakeFirstOrThrow()
        await refuseBusy(tx)
        return work(token)
      }),

    async wasRequested() {
      const row = await db
        .selectFrom('generations')
        .select('id')
        .where('trigger', '=', 'manual')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    hold: (until) => hold(db, until),
    async heldUntil() {
      const row = await db.selectFrom('automatic_hold').select('until').executeTakeFirst()
      return row?.until
    },
  }
}

async function recover(tx: Transaction<PublisherTables>, now: Date): Promise<void> {
  const left = await tx
    .selectFrom('generations')
    .select('id')
    .where('state', '=', 'running')
    .forUpdate()
    .execute()
  for (const { id } of left) await requeue(tx, id, now)
}

/** @throws GENERATION_RUNNING while a generation runs or waits for its first attempt */
async function refuseBusy(tx: Transaction<PublisherTables>): Promise<void> {
  const busy = await tx
    .selectFrom('generations')
    .select('id')
    .where(sql<boolean>`state = 'running' or (state = 'queued' and attempts = 0)`)
    .executeTakeFirst()
  if (busy) throw generationRunning()
}

/** Stores the hold and notifies other processes. */
async function hold(db: Kysely<PublisherTables>, until: Date | undefined): Promise<void> {
  if (until === undefined) await db.deleteFrom('automatic_hold').execute()
  else
    await db
      .insertInto('automatic_hold')
      .values({ until })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ until }))
      .execute()
  await sql`select pg_notify('generations_' || current_schema(), '')`.execute(db)
}

async function request(
  db: Kysely<PublisherTables>,
  {
    id,
    trigger,
    options,
    dueAt,
    latestAt = dueAt,
    debounce = none,
    burstDueAt = dueAt,
    requests = 1,
  }: GenerationRequest,
): Promise<Generation> {
  const joined = sql<number>`generations.joined + ${requests}::int`
  const furtherMs = sql`least(${debounce.mostMs}::int, ${debounce.eachMs}::int * (${joined}))`
  const row = await db
    .insertInto('generations')
    .values({
      id,
      state: 'queued',
      trigger,
      output_dir: options?.outputDir ?? null,
      base_url: options?.baseUrl ?? null,
      clean_urls: options?.cleanUrls ?? null,
      joined: requests - 1,
      due_at: requests - 1 > fewJoined ? burstDueAt : dueAt,
      latest_at: latestAt,
      traceparent: currentContext().traceparent,
    })
    .onConflict((conflict) =>
      conflict
        .expression(
          sql`trigger, coalesce(output_dir, ''), coalesce(base_url, ''), coalesce(clean_urls, true)`,
        )
        // A literal, because the planner matches partial indexes before it knows parameters.
        .where(sql<boolean>`state = 'queued'`)
        .doUpdateSet({
          joined,
          due_at: sql`least(generations.latest_at + ${furtherMs} * interval '1 millisecond', greatest(generations.due_at,
            case when ${joined} > ${fewJoined} then ${burstDueAt}::timestamptz else ${dueAt}::timestamptz end))`,
        }),
    )
    .returningAll()
    .returning(sql`pg_notify('generations_' || current_schema(), '')`.as('notified'))
    .executeTakeFirstOrThrow()
  return fromRow(row)
}

/** One statement, so that a generation that ends meanwhile is not both current and last. */
async function overview(db: Kysely<PublisherTables>): ReturnType<GenerationLedger['overview']> {
  const all = db.selectFrom('generations').selectAll().limit(1)
  const current = all
    .where('state', 'in', ['queued', 'running'])
    .orderBy(sql`state = 'running'`, 'desc')
    .orderBy('due_at')
    .orderBy('position')
  const newest = all.orderBy('finished_at', 'desc').orderBy('position', 'desc')
  const last = newest.where('finished_at', 'is not', null)
  const lastSuccess = newest.where('state', '=', 'succeeded')
  const rows = await db
    .selectFrom(current.as('current'))
    .selectAll()
    .select(sql<string>`'current'`.as('role'))
    .unionAll(db.selectFrom(last.as('last')).selectAll().select(sql<string>`'last'`.as('role')))
    .unionAll(
      db.selectFrom(lastSuccess.as('last_success')).selectAll().select(sql<string>`'lastSuccess'`.as('role')),
    )
    .execute()
  const found = (name: 'current' | 'last' | 'lastSuccess') => {
    const row = rows.find(({ role }) => role === name)
    return row && fromRow(row)
  }
  return { current: found('current'), last: found('last'), lastSuccess: found('lastSuccess') }
}

async function next(db: Kysely<PublisherTables>, now: Date): ReturnType<GenerationLedger['next']> {
  const dueAt = sql<Date>`case trigger
    when 'event' then greatest(due_at, (select until from automatic_hold)) else due_at end`
  const row = await db
    .selectFrom('generations')
    .selectAll()
    .select(dueAt.as('held_due_at'))
    .where('state', '=', 'queued')
    .orderBy(sql`${dueAt} <= ${now}`, 'desc')
    .orderBy(sql`case when ${dueAt} <= ${now} then null else ${dueAt} end`)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.held_due_at > now) return { dueAt: row.held_due_at }
  return { generation: fromRow(row), traceparent: row.traceparent ?? undefined }
}

async function start(
  db: Kysely<PublisherTables>,
  ...[id, options, at]: Parameters<GenerationLedger['start']>
): Promise<number> {
  const row = await db
    .with('given', (given) => newToken(given, at))
    .updateTable('generations')
    .set({
      state: 'running',
      output_dir: options?.outputDir ?? null,
      base_url: options?.baseUrl ?? null,
      clean_urls: options?.cleanUrls ?? null,
      started_at: at,
      attempts: sql`attempts + 1`,
      errors: jsonb([]),
      pages_done: 0,
      pages_total: 0,
      pages_written: 0,
      token: sql<number>`(select token from given)`,
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(sql<number>`token`.as('token'))
    .executeTakeFirst()
  if (!row) throw leaseLost()
  return row.token
}

/**
 * Locks the row of the last token. A token is at least the current time in milliseconds. So after the loss of
 * the database, new tokens exceed the tokens that the lost database issued.
 */
const newToken = (db: QueryCreator<PublisherTables>, at: Date) =>
  db
    .updateTable('last_token')
    .set({ token: sql<number>`greatest(token + 1, ${at.getTime()}::bigint)` })
    .returning('token')

/** True if the generation runs with this token. Locks its row. */
async function isRunning(tx: Transaction<PublisherTables>, { id, token }: GenerationRun): Promise<boolean> {
  const row = await tx
    .selectFrom('generations')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('token', '=', token)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Queues the generation again at its old position. Deletes another queued generation that has the same
 * trigger and options.
 */
async function requeue(
  tx: Transaction<PublisherTables>,
  id: string,
  dueAt: Date,
  errors: readonly RenderError[] = [],
): Promise<void> {
  const options = {
    output_dir: sql<string | null>`case trigger when 'event' then null else output_dir end`,
    base_url: sql<string | null>`case trigger when 'event' then null else base_url end`,
    clean_urls: sql<boolean | null>`case trigger when 'event' then null else clean_urls end`,
  }
  await sql`
    delete from generations waiting using generations mine
    where mine.id = ${id} and waiting.id <> mine.id and waiting.state = 'queued' and waiting.trigger = mine.trigger
      and (mine.trigger = 'event' or (waiting.output_dir, waiting.base_url, waiting.clean_urls) = (mine.output_dir, mine.base_url, mine.clean_urls))
  `.execute(tx)
  await tx
    .updateTable('generations')
    .set({ state: 'queued', due_at: dueAt, started_at: null, errors: jsonb([...errors]), ...options })
    .where('id', '=', id)
    .where('state', 'in', ['running', 'queued'])
    .execute()
}
