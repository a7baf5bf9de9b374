import { AppError } from '@typecase/kernel'
import { Kysely, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from '../log/index.ts'
import { type ConnectionSettings, checkedSchema, clientConfig } from './connection.ts'
import { type DedicatedConnection, openDedicated } from './dedicated.ts'
import { OwnSchemaDialect } from './dialect.ts'
import { isPoolExhausted, STORAGE_UNAVAILABLE, translated } from './errors.ts'
import { listener } from './listen.ts'
import { beginWithSettings, idleInTransactionMs, QueryWithSettings } from './local-settings.ts'
import { measuredPool } from './pool-metrics.ts'
import { defaultPoolSize, type PoolMode } from './settings.ts'
import { statementNames } from './statement-names.ts'

export interface PostgresOptions {
  readonly url: string
  /** PostgreSQL itself, for LISTEN, leases and migrations, if `url` is a pooler; default `url`. */
  readonly directUrl?: string
  /** `transaction` uses no start-up options and no named statements. Default `session`. */
  readonly poolMode?: PoolMode
  /** The service's own schema, the only one on the search path. */
  readonly schema: string
  readonly log: Logger
  /** Default 10. A caller that gets no connection within 5 s fails with STORAGE_UNAVAILABLE. */
  readonly maxConnections?: number
  /** Default 10,000. Does not apply to migrations. */
  readonly statementTimeoutMs?: number
  /** Shown in pg_stat_activity; default `typecase-<schema>`. */
  readonly applicationName?: string
}

export interface Postgres<DB = unknown> {
  readonly db: Kysely<DB>
  readonly schema: string
  /** URL of the pool, password included. */
  readonly url: string
  /** URL of PostgreSQL itself, password included; equal to `url` without a pooler. */
  readonly directUrl: string
  readonly log: Logger
  /**
   * Prepares a frequent query; in session mode, each connection parses it once. Use it only if one plan suits
   * all values.
   */
  prepare<Row extends object>(text: string): (values: readonly unknown[]) => Promise<readonly Row[]>
  /**
   * Calls `fn` for every notification. After a reconnect, calls it without a payload, because notifications
   * may have been missed. Resolves even if Postgres is unavailable, and then keeps trying to connect. The
   * returned function stops listening.
   */
  listen(channel: string, fn: (payload?: string) => void): Promise<() => Promise<void>>
  /** A new connection outside the pool. @throws STORAGE_UNAVAILABLE */
  dedicated(): Promise<DedicatedConnection>
  /** @throws STORAGE_UNAVAILABLE */
  ping(): Promise<void>
  /** Waits for running queries, then closes every connection. Idempotent. */
  close(): Promise<void>
}

/**
 * Opens a pool, which connects on first use. While Postgres is down queries fail with STORAGE_UNAVAILABLE.
 * Reads int8 as number (RangeError above MAX_SAFE_INTEGER), json and jsonb as values; write arrays with
 * `jsonb()`.
 */
export function openPostgres<DB>(options: PostgresOptions): Postgres<DB> {
  const settings = settingsFrom(options)
  const pool = openPool(settings, options)
  const direct: ConnectionSettings = {
    ...settings,
    url: options.directUrl ?? options.url,
    poolMode: 'session',
  }
  const refused = rethrowRefused(pool, settings.schema, options.log)
  const unmeasured = measuredPool({ schema: settings.schema, pool, max: pool.options.max ?? 0 })
  const db = new Kysely<DB>({ dialect: new OwnSchemaDialect({ pool: translating(pool, refused, settings) }) })
  const dedicated = () => openDedicated(direct)
  const notifications = listener(dedicated, options.log)
  let closed: Promise<void> | undefined
  let statements = 0
  return {
    db,
    schema: settings.schema,
    url: settings.url,
    directUrl: direct.url,
    log: options.log,
    prepare: <Row extends object>(text: string) => {
      statements += 1
      const name = `${settings.schema}-${statements}`
      const query = (values: readonly unknown[]) =>
        settings.poolMode === 'session'
          ? Object.assign(new pg.Query(text, [...values]), { name })
          : new QueryWithSettings(text, values, settings)
      return async (values: readonly unknown[]) =>
        (await queried<Row>(pool, query(values)).catch(refused)).rows
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
  poolMode: options.poolMode ?? 'session',
})

function openPool(
  settings: ConnectionSettings,
  { maxConnections = defaultPoolSize, log }: PostgresOptions,
): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(settings),
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(settings.poolMode === 'session' ? { idle_in_transaction_session_timeout: idleInTransactionMs } : {}),
  })
  pool.on('error', (error) => {
    // A stopping server may close connections that the pool is already ending.
    if (!pool.ending) log.warn({ error }, 'idle database connection lost')
  })
  // The pool handles errors of idle connections only. Without a listener, a connection that breaks during a
  // transaction would crash the process. The next statement fails with STORAGE_UNAVAILABLE.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Passes a query object to pg, because pg would copy a plain options object property by property. */
function queried<Row extends object>(pool: pg.Pool, query: pg.Query): Promise<pg.QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | undefined, result: pg.QueryResult<Row>) =>
      error ? reject(error) : resolve(result)
    void pool.query(query as unknown as string, done)
  })
}

/** The pool for Kysely, with connection errors as AppError. */
function translating(
  pool: pg.Pool,
  refused: (error: unknown) => never,
  settings: ConnectionSettings,
): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const send = settings.poolMode === 'session' ? namedQuery(statementNames()) : queryWithSettings(settings)
  return {
    options: pool.options,
    Client: pg.Client as unknown as NonNullable<PostgresPool['Client']>,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(refused)
      let wrapped = known.get(client)
      if (!wrapped) {
        wrapped = translatingClient(client, send)
        known.set(client, wrapped)
      }
      return wrapped
    },
  }
}

function translatingClient(client: pg.PoolClient, send: Query): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    send(client, text, values).catch(rethrowTranslated)
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard) => client.release(discard),
    get processID() {
      return (client as unknown as { processID?: number }).processID
    },
  } as PostgresPoolClient
}

type Query = (client: pg.PoolClient, text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/** Uses a callback: pg's own promise would retain all rows until the next full garbage collection. */
const plainQuery: Query = (client, text, values) =>
  new Promise((resolve, reject) => {
    client.query(text, [...values], (error: Error | undefined, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result),
    )
  })

const namedQuery =
  (nameOf: ReturnType<typeof statementNames>): Query =>
  (client, text, values) => {
    const name = nameOf(text, values)
    if (name === undefined) return plainQuery(client, text, values)
    return submitted(client, Object.assign(new pg.Query(text, [...values]), { name }))
  }

const submitted = (client: pg.PoolClient, query: pg.Query): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | undefined, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result)
    client.query(query as unknown as string, [], done)
  })

/** Sends settings with the statement that begins a transaction, or with a single statement. */
function queryWithSettings(settings: ConnectionSettings): Query {
  return (client, text, values) => {
    const begin = beginWithSettings(text, settings)
    if (begin !== undefined) return plainQuery(client, begin, [])
    if (client.getTransactionStatus() !== 'I') return plainQuery(client, text, values)
    return submitted(client, new QueryWithSettings(text, values, settings))
  }
}

/** Logs the setting to raise when a pool has no free connection. */
function rethrowRefused(pool: pg.Pool, schema: string, log: Logger): (error: unknown) => never {
  return (error) => {
    const max = pool.options.max ?? 0
    if (!isPoolExhausted(error, pool.totalCount - pool.idleCount, max)) throw translated(error)
    log.error(
      { schema, max, waiting: pool.waitingCount },
      'all connections of the pool are in use: raise DATABASE_POOL_SIZE',
    )
    throw new AppError(
      'unavailable',
      STORAGE_UNAVAILABLE,
      'All database connections of this process are in use',
      { cause: error },
    )
  }
}

function rethrowTranslated(error: unknown): never {
  throw translated(error)
}
