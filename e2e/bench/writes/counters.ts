/** Reads the cost of a system so far: CPU time, commits and statements. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { cpuSecondsWithEnded, tree } from '../processes.ts'

export interface Spent {
  /** CPU time in milliseconds. */
  readonly nodeMs: number
  readonly postgresMs: number
  readonly commits: number
  /** Since the last call of `mostExecuted`; includes `begin` and `commit`. */
  readonly statements: number
  /** fsyncs of the write-ahead log. */
  readonly flushes: number
}

/** Configures the embedded server to count statements from its next start. */
export function countStatements(folder: string): void {
  appendFileSync(
    join(folder, 'postgres', 'postgresql.conf'),
    "\nshared_preload_libraries = 'pg_stat_statements'\n",
  )
}

/**
 * Connects as superuser, because the services' role cannot read all statistics. `databaseUrl` is the URL with
 * which the services connect.
 */
export async function openCounters(folder: string, databaseUrl: string, systemPid: number) {
  const address = new URL(databaseUrl)
  const password = readFileSync(join(folder, 'postgres.password'), 'utf8').trim()
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(address.port),
    user: 'typecase',
    password,
    database: 'typecase',
  })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const server = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const milliseconds = (pids: readonly number[]) =>
    pids.reduce((sum, pid) => sum + cpuSecondsWithEnded(pid), 0) * 1000
  return {
    spent: async (): Promise<Spent> => {
      const { rows } = await client.query(countsSql)
      const ofServer = tree(server)
      const others = tree(systemPid).filter((pid) => !ofServer.includes(pid))
      const [commits, statements, flushes] = ['commits', 'statements', 'flushes'].map((name) =>
        Number(rows[0][name]),
      )
      return {
        ...{ commits: commits ?? 0, statements: statements ?? 0, flushes: flushes ?? 0 },
        ...{ nodeMs: milliseconds(others), postgresMs: milliseconds(ofServer) },
      }
    },
    /** The most frequently executed statements since the last call, with executions per write. */
    mostExecuted: async (writes: number, limit: number): Promise<string[]> => {
      const { rows } = await client.query<{ calls: string; query: string }>(mostSql, [limit])
      await client.query('select pg_stat_statements_reset()')
      return rows.map(
        ({ calls, query }) =>
          `${(Number(calls) / writes).toFixed(2)}  ${query.replace(/\s+/g, ' ').slice(0, 160)}`,
      )
    },
    close: () => client.end(),
  }
}

const countsSql = `
  select (select xact_commit from pg_stat_database where datname = current_database()) as commits,
    (select sum(calls) from pg_stat_statements) as statements,
    (select sum(fsyncs) from pg_stat_io where object = 'wal') as flushes`

const mostSql = 'select calls, query from pg_stat_statements order by calls desc limit $1'
