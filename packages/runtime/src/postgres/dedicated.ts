import pg, { type QueryResultRow } from 'pg'
import { type ConnectionSettings, clientConfig } from './connection.ts'
import { translated } from './errors.ts'
import { statementNames } from './statement-names.ts'

/** A connection outside the pool, for session features: advisory locks and LISTEN. */
export interface DedicatedConnection {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  onNotification(fn: (channel: string, payload: string) => void): void
  /** Aborted when the connection is closed by either side. */
  readonly lost: AbortSignal
  close(): Promise<void>
}

/** @throws STORAGE_UNAVAILABLE */
export async function openDedicated(settings: ConnectionSettings): Promise<DedicatedConnection> {
  const client = new pg.Client({ ...clientConfig(settings), connectionTimeoutMillis: 5_000 })
  const gone = new AbortController()
  client.on('error', () => gone.abort())
  client.on('end', () => gone.abort())
  try {
    await client.connect()
    // The server then detects a lost client within about 15 s; by default, only after two hours.
    await client.query(
      'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3',
    )
  } catch (error) {
    client.end().catch(() => gone.abort())
    throw translated(error)
  }
  const nameOf = statementNames()
  return {
    lost: gone.signal,
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      try {
        const name = nameOf(text, values)
        return (await client.query<Row>({ text, values: [...values], ...(name !== undefined && { name }) }))
          .rows
      } catch (error) {
        throw translated(error)
      }
    },
    onNotification: (fn) => {
      client.on('notification', ({ channel, payload }) => fn(channel, payload ?? ''))
    },
    close: async () => {
      if (!gone.signal.aborted) await client.end()
    },
  }
}
