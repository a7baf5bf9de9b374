import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, lastLines, startServerProcess } from '@typecase/runtime/child-process'
import { type Choice, choose, onPath, type Running } from './choose.ts'
import { hasDebianPackages, unpackDebian } from './debian-packages.ts'

export interface PgBouncer extends Running {
  /** The database of `directUrl`, through the pooler. */
  readonly url: string
  readonly directUrl: string
}

export interface PgBouncerOptions {
  /** Folder for its configuration. */
  readonly dir: string
  /** URL of PostgreSQL itself. */
  readonly directUrl: string
  /** Connections to PostgreSQL. */
  readonly poolSize: number
  readonly log?: (line: string) => void
  /** Called with the origin of the program, and before a download. */
  readonly print?: (line: string) => void
}

/** PgBouncer in transaction mode: on PATH, or from a Debian package. */
export function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const print = options.print ?? (() => undefined)
  return choose('PgBouncer', [installed(options), debian(options, print)], print)
}

const installed = (options: PgBouncerOptions): Choice<PgBouncer> => ({
  advice: 'put pgbouncer on PATH',
  start: async () => {
    const program = onPath('pgbouncer')
    return program ? launch(program, `${program} on PATH`, options) : undefined
  },
})

const debian = (options: PgBouncerOptions, print: (line: string) => void): Choice<PgBouncer> => ({
  advice: 'use a Debian-like Linux, where the package pgbouncer can be downloaded',
  start: async () => {
    if (!hasDebianPackages()) return undefined
    const program = 'usr/sbin/pgbouncer'
    const root = await unpackDebian(
      'pgbouncer',
      ['pgbouncer', 'libc-ares2', 'libevent-2.1-7'],
      program,
      print,
    )
    const architecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
    const env = { LD_LIBRARY_PATH: join(root, `usr/lib/${architecture}-linux-gnu`) }
    return launch(join(root, program), 'Debian package pgbouncer', options, env)
  },
})

async function launch(
  program: string,
  from: string,
  options: PgBouncerOptions,
  env?: Record<string, string>,
): Promise<PgBouncer> {
  const { dir, directUrl, log = () => undefined } = options
  await mkdir(dir, { recursive: true })
  const port = await freePort()
  const file = join(dir, 'pgbouncer.ini')
  await writeFile(file, configuration(options, port), { mode: 0o600 })
  const output = lastLines()
  let ready: () => void = () => undefined
  const accepting = new Promise<undefined>((resolve) => {
    ready = () => resolve(undefined)
  })
  const server = await startServerProcess({
    name: 'pgbouncer',
    command: program,
    env: env ?? {},
    // PgBouncer refuses to run as root.
    args: [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file],
    onLine(line) {
      output.add(line)
      log(line)
      if (line.includes('process up')) ready()
    },
  })
  const failure = await Promise.race([accepting, server.ended])
  if (failure !== undefined) throw new Error(`${failure} instead of starting with ${file}:\n${output.text()}`)
  const url = new URL(directUrl)
  url.host = `127.0.0.1:${port}`
  return { url: url.href, directUrl, child: server, from: `${from}, port ${port}`, stop: () => server.stop() }
}

function configuration({ directUrl, poolSize }: PgBouncerOptions, port: number): string {
  const { hostname, port: serverPort, username, password, pathname } = new URL(directUrl)
  const database = pathname.slice(1)
  return `[databases]
${database} = host=${hostname} port=${serverPort || 5432} dbname=${database} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`
}
