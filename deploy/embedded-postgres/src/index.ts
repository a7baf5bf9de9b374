/** Runs a PostgreSQL server from an npm package as a child process. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { freePort, lastLines, type ServerProcess, startServerProcess } from '@typecase/runtime/child-process'
import { type Account, commandFor, postgresAccount } from './account.ts'
import { postgresBinaries } from './binaries.ts'
import { initialiseDataDir, passwordFile, postgresEnvironment } from './data-dir.ts'
import { ensureRoles, servicesPassword, servicesRole, superuser, urlOf } from './roles.ts'
import { removeStaleSockets, socketFolder, withSocket } from './socket.ts'
import { clearStaleLock } from './stale-lock.ts'

export { postgresBinaries } from './binaries.ts'

export interface EmbeddedPostgresOptions {
  /** Created if missing. The superuser's password is stored in `<dataDir>.password`. */
  readonly dataDir: string
  /** Default: a free port. */
  readonly port?: number
  /** `durable` (default) survives a power failure; `fast` can lose all data and is for tests. */
  readonly safety?: 'durable' | 'fast'
  readonly maxConnections?: number
  /** Called with each line of the server's log. */
  readonly log: (line: string) => void
}

export interface EmbeddedPostgres {
  /** URL on 127.0.0.1. Its role owns the database but is not a superuser. */
  readonly url: string
  /** Like `url`, but by Unix socket, for processes of this account or root. Equals `url` if there is none. */
  readonly socketUrl: string
  /** Like `url`, but with the superuser; for tests only. */
  readonly superuserUrl: string
  readonly port: number
  readonly pid: number
  /** Resolves with the exit reason; never rejects. */
  readonly ended: Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Ends sessions, writes a checkpoint and resolves when the server has stopped. */
  stop(): Promise<void>
}

const fastFlags = [
  '-c',
  'fsync=off',
  '-c',
  'synchronous_commit=off',
  '-c',
  'full_page_writes=off',
  '-c',
  'max_wal_size=1GB',
]

/**
 * Starts the server on 127.0.0.1 and resolves when the server accepts connections. A process of root may call
 * this function too: account.ts chooses another account for the server.
 * @throws Error with the reason and the server's last output
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await postgresBinaries()
  const account = postgresAccount(options.dataDir, binaries)
  if (existsSync(options.dataDir)) {
    await clearStaleLock(options.dataDir)
    await removeStaleSockets(options.dataDir)
  } else await initialiseDataDir(binaries, account, options)
  const password = await readPassword(options.dataDir)
  const port = options.port ?? (await freePort())
  const server = await launch(binaries.postgres, account, options, port)
  try {
    await ensureRoles({ port, password })
  } catch (error) {
    await server.stop()
    throw error
  }
  const url = urlOf(port, servicesRole, servicesPassword(password))
  const folder = socketFolder(options.dataDir, port)
  return {
    url,
    socketUrl: folder === undefined ? url : withSocket(url, folder),
    superuserUrl: urlOf(port, superuser, password),
    port,
    pid: server.pid,
    ended: server.ended,
    kill: server.kill,
    stop: () => server.stop(),
  }
}

async function readPassword(dataDir: string): Promise<string> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim()
  } catch {
    throw new Error(
      `The password of the database in ${dataDir} is missing: ${passwordFile(dataDir)} cannot be read`,
    )
  }
}

async function launch(
  command: string,
  account: Account,
  { dataDir, safety, maxConnections = 200, log }: EmbeddedPostgresOptions,
  port: number,
): Promise<ServerProcess> {
  const output = lastLines()
  let ready: () => void = () => undefined
  const accepting = new Promise<void>((resolve) => {
    ready = resolve
  })
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socketFolder(dataDir, port) ?? ''}`,
    `max_connections=${maxConnections}`,
    'timezone=UTC',
  ]
  const flags = [...settings.flatMap((setting) => ['-c', setting]), ...(safety === 'fast' ? fastFlags : [])]
  const { uid, gid } = account
  const server = await startServerProcess({
    name: 'PostgreSQL',
    ...commandFor(account, command, ['-D', dataDir, '-p', String(port), ...flags]),
    env: postgresEnvironment(),
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
    // Fast shutdown: ends sessions and writes a checkpoint.
    stopSignal: 'SIGINT',
    onLine(line) {
      output.add(line)
      log(line)
      if (line.includes('database system is ready to accept connections')) ready()
    },
  })
  const failure = await Promise.race([accepting.then(() => undefined), server.ended])
  if (failure !== undefined) throw new Error(`${failure} instead of starting:\n${output.text()}`)
  return server
}
