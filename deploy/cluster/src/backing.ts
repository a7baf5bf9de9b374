/** PostgreSQL, NATS and S3 of the cluster: child processes, or servers that the environment names. */
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from '@typecase/messaging/nats-users'
import { freePort } from '@typecase/runtime/child-process'
import type { Running } from '@typecase/testing/backing/choose'
import { type NatsServer, startNats } from '@typecase/testing/backing/nats'
import { type PostgresServer, startPostgres } from '@typecase/testing/backing/postgres'
import { type S3Server, startS3 } from '@typecase/testing/backing/s3'
import { urlOf, writeNatsUsers } from './nats-users.ts'
import { type Child, type Supervised, supervise } from './supervise.ts'

export interface Backing {
  readonly databaseUrl: string
  readonly superuserUrl: string
  /** URL of NATS with the credentials of that user; the unchanged URL if the environment names the server. */
  natsUrl(user: string): string
  readonly s3: S3Server
  /** The servers that are child processes, by name. They can be killed and restarted. */
  readonly supervised: ReadonlyMap<string, Supervised>
  stop(): Promise<void>
}

export interface BackingOptions {
  readonly dataDir: string
  /** Preserve the data after a stop. If false, servers use faster settings that can lose data. */
  readonly keep: boolean
  /** Configure one NATS user per service, instead of access without credentials. */
  readonly natsUsers: boolean
  readonly installation: Installation
  readonly onLine: (name: string, line: string) => void
  readonly print: (line: string) => void
}

export async function startBacking(options: BackingOptions): Promise<Backing> {
  const { dataDir, natsUsers, installation, print } = options
  await mkdir(dataDir, { recursive: true })
  // PostgreSQL may run as another user, who must be able to enter the parent folder.
  await chmod(dataDir, 0o711)
  const [postgresPort, natsPort] = [await freePort(), await freePort()]
  // Not in the data folder of NATS, which tests may delete.
  const natsConfig = natsUsers ? join(dataDir, 'nats.conf') : undefined
  const passwords = natsConfig === undefined ? {} : await writeNatsUsers(natsConfig, installation)
  const servers = new BackingServers(print)
  const starts = startServers(servers, options, { postgresPort, natsPort, natsConfig })
  const failed = (await Promise.allSettled(starts)).find((result) => result.status === 'rejected')
  if (failed) {
    await servers.stop()
    throw failed.reason
  }
  const [postgres, nats, s3] = await Promise.all(starts)
  const { url: databaseUrl, superuserUrl } = postgres
  const natsUrl = (user: string) => (nats.hasConfig ? urlOf(nats.url, user, passwords) : nats.url)
  const { supervised } = servers
  return { databaseUrl, superuserUrl, natsUrl, s3, supervised, stop: () => servers.stop() }
}

interface ServerSettings {
  readonly postgresPort: number
  readonly natsPort: number
  readonly natsConfig: string | undefined
}

function startServers(
  servers: BackingServers,
  { dataDir, keep, onLine, print }: BackingOptions,
  { postgresPort, natsPort, natsConfig }: ServerSettings,
) {
  const log = (name: string) => (line: string) => onLine(name, line)
  return [
    servers.start<PostgresServer>('postgres', () =>
      startPostgres({
        dataDir: join(dataDir, 'postgres'),
        port: postgresPort,
        safety: keep ? 'durable' : 'fast',
        log: log('postgres'),
        print,
      }),
    ),
    servers.start<NatsServer>('nats', () =>
      startNats({
        dir: join(dataDir, 'nats'),
        port: natsPort,
        configFile: natsConfig,
        log: log('nats'),
        print,
      }),
    ),
    servers.start<S3Server>('s3', () =>
      startS3({ dir: join(dataDir, 's3'), kind: keep ? 'bluestore' : 'memstore', log: log('s3'), print }),
    ),
  ] as const
}

/** Starts the servers, supervises the child processes, and stops them all. */
class BackingServers {
  readonly print
  readonly supervised = new Map<string, Supervised>()
  readonly stops: (() => Promise<void>)[] = []

  constructor(print: (line: string) => void) {
    this.print = print
  }

  /** Starts a server, and supervises it if it is a child process. */
  async start<T extends Running>(name: string, start: () => Promise<T>): Promise<T> {
    const server = await start()
    const { child } = server
    if (child) {
      let next: Child | undefined = { ...child, stop: server.stop }
      const launch = async () => {
        const launched = next ?? (await startAgain(name, start))
        next = undefined
        return launched
      }
      const processSupervisor = await supervise(name, launch, this.print)
      this.supervised.set(name, processSupervisor)
      this.stops.push(processSupervisor.stop)
    } else this.stops.push(server.stop)
    return server
  }

  async stop(): Promise<void> {
    for (const each of this.stops.splice(0)) await each()
  }
}

/** Starts the server again, with the same folder and port. */
async function startAgain<T extends Running>(name: string, start: () => Promise<T>): Promise<Child> {
  const server = await start()
  if (!server.child) throw new Error(`${name} is no longer a child process after its restart`)
  return { ...server.child, stop: server.stop }
}
