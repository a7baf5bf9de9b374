import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log/index.ts'
import { type ConnectionSettings, checkedSchema, clientConfig } from './connection.ts'
import { type DedicatedConnection, openDedicated } from './dedicated.ts'
import { translated } from './errors.ts'
import { listener } from './listen.ts'
import { measuredPool } from './pool-metrics.ts'

export interface PostgresOptions {
  readonly url: string
  /** The service's own schema; the only one on the search path. */
  readonly schema: string
  readonly log: Logger
  /** Default 10. A caller that gets none within 5 s fails with STORAGE_UNAVAILABLE. */
  readonly maxConnections?: number
  /** Default 10,000. Migrations run without it. */
  readonly statementTimeoutMs?: number
  /** Shown in pg_stat_activity; default `typecase-<schema>`. */
  readonly applicationName?: string
}

export interface Postgres<DB = unknown> {
  readonly db: Kysely<DB>
  readonly schema: string
  /** Where it connects to, password included. */
  readonly url: string
  readonly log: Logger
  /**
   * A query for one statement that is asked again and again: each connection parses it once, and nothing is built for a
   * call. For statements whose plan is the same for all values, as a look-up by key.
   */
  prepare<Row extends object>(text: string): (values: readonly unknown[]) => Promise<readonly Row[]>
  /**
   * Calls `fn` for every notification on the channel, and once without payload after each reconnect, because
   * notifications may have been missed. Resolves as soon as it listens; while Postgres is away it resolves too and
   * keeps trying. The result stops listening.
   */
  listen(channel: string, fn: (payload?: string) => void): Promise<() => Promise<void>>
  /** A connection of its own outside the pool. @throws STORAGE_UNAVAILABLE */
  dedicated(): Promise<DedicatedConnection>
  /** @throws STORAGE_UNAVAILABLE */
  ping(): Promise<void>
  /** Waits for running queries, then ends every connection. A second call does nothing. */
  close(): Promise<void>
}

/**
 * Opens a pool that outlives its server: nothing connects before the first query, a stopped Postgres makes queries fail
 * with STORAGE_UNAVAILABLE, and the pool serves again when Postgres is back. int8 is read as number (RangeError above
 * MAX_SAFE_INTEGER), json and jsonb as values; write arrays into jsonb with `jsonb()`.
 */
export function openPostgres<DB>(options: PostgresOptions): Postgres<DB> {
  const settings = settingsFrom(options)
  const pool = openPool(settings, options)
  const unmeasured = measuredPool({ schema: settings.schema, pool, max: pool.options.max ?? 0 })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: translating(pool) }) })
  const dedicated = () => openDedicated(settings)
  const notifications = listener(dedicated, options.log)
  let closed: Promise<void> | undefined
  let statements = 0
  return {
    db,
    schema: settings.schema,
    url: settings.url,
    log: options.log,
    prepare: <Row extends object>(text: string) => {
      statements += 1
      const name = `${settings.schema}-${statements}`
      return async (values: readonly unknown[]) => (await queryNamed<Row>(pool, name, text, values).catch(rethrowTranslated)).rows
    },
    listen: notifications.listen,
    dedicated,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: () => {
      closed ??= notifications.close().then(() => pool.end())
      unmeasured()
      return closed
    },
  }
}

const settingsFrom = (options: PostgresOptions): ConnectionSettings => ({
  url: options.url,
  schema: checkedSchema(options.schema),
  applicationName: options.applicationName ?? `typecase-${options.schema}`,
  statementTimeoutMs: options.statementTimeoutMs ?? 10_000,
})

function openPool(settings: ConnectionSettings, { maxConnections = 10, log }: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(settings),
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  pool.on('error', (error) => {
    // A server that stops right behind the pool ends connections that were saying goodbye.
    if (!pool.ending) log.warn({ error }, 'idle database connection lost')
  })
  // The pool listens only on idle connections; one that breaks between two statements of a transaction has no other
  // listener and would take the process down. The statement that follows fails with STORAGE_UNAVAILABLE.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A query object of our own: pg copies an object of settings property by property, which takes longer than all else it does with it. */
function queryNamed<Row extends object>(
  pool: pg.Pool,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Row>> {
  const query = Object.assign(new pg.Query(text, [...values]), { name })
  return new Promise((resolve, reject) => {
    const settle = (error: Error | undefined, result: pg.QueryResult<Row>) => (error ? reject(error) : resolve(result))
    void pool.query(query as unknown as string, settle)
  })
}

/** The pool as Kysely sees it: the same connections, connection faults as AppError. */
function translating(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    Client: pg.Client as unknown as NonNullable<PostgresPool['Client']>,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(rethrowTranslated)
      let wrapped = known.get(client)
      if (!wrapped) {
        wrapped = translatingClient(client)
        known.set(client, wrapped)
      }
      return wrapped
    },
  }
}

function translatingClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) => answered(client, text, values).catch(rethrowTranslated)
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard) => client.release(discard),
    get processID() {
      return (client as unknown as { processID?: number }).processID
    },
  } as PostgresPoolClient
}

/** What pg promises by itself it keeps, with all rows, until the whole heap is collected. */
const answered = (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(text, [...values], (error: Error | undefined, result: pg.QueryResult) => (error ? reject(error) : resolve(result)))
  })

function rethrowTranslated(error: unknown): never {
  throw translated(error)
}
