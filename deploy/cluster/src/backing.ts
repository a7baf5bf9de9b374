/** The backing services of the cluster: children of this process, or what the environment names. */
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
  /** With the credentials of that user; the address as it was given where the server was found running. */
  natsUrl(user: string): string
  readonly s3: S3Server
  /** Those that are one child process here, so that they can be killed and come back. */
  readonly supervised: ReadonlyMap<string, Supervised>
  stop(): Promise<void>
}

export interface BackingOptions {
  readonly dataDir: string
  /** Whether what is stored outlives a stop. Starting anew each time is faster. */
  readonly keep: boolean
  /** Whether NATS knows a user for each service, or lets everybody in. */
  readonly natsUsers: boolean
  /** Whose users these are. */
  readonly installation: Installation
  readonly onLine: (name: string, line: string) => void
  readonly say: (line: string) => void
}

export async function startBacking({
  dataDir,
  keep,
  natsUsers,
  installation,
  onLine,
  say,
}: BackingOptions): Promise<Backing> {
  await mkdir(dataDir, { recursive: true })
  // The database may run as another user, who must be able to pass through.
  await chmod(dataDir, 0o711)
  const [postgresPort, natsPort] = [await freePort(), await freePort()]
  // Beside the folder of the server, which may lose what it has stored.
  const natsConfig = natsUsers ? join(dataDir, 'nats.conf') : undefined
  const passwords = natsConfig === undefined ? {} : await writeNatsUsers(natsConfig, installation)
  const supervised = new Map<string, Supervised>()
  const stops: (() => Promise<void>)[] = []
  const hold = async <T extends Running>(name: string, start: () => Promise<T>): Promise<T> => {
    const server = await start()
    const { child } = server
    if (child) {
      let next: Child | undefined = { ...child, stop: server.stop }
      const launch = async () => {
        const given = next ?? (await relaunched(name, start))
        next = undefined
        return given
      }
      const held = await supervise(name, launch, say)
      supervised.set(name, held)
      stops.push(held.stop)
    } else stops.push(server.stop)
    return server
  }
  const stop = async () => {
    for (const each of stops.splice(0)) await each()
  }
  const safety = keep ? 'durable' : 'fast'
  const log = (name: string) => (line: string) => onLine(name, line)
  const starts = [
    hold<PostgresServer>('postgres', () =>
      startPostgres({
        dataDir: join(dataDir, 'postgres'),
        port: postgresPort,
        safety,
        log: log('postgres'),
        say,
      }),
    ),
    hold<NatsServer>('nats', () =>
      startNats({
        dir: join(dataDir, 'nats'),
        port: natsPort,
        configFile: natsConfig,
        log: log('nats'),
        say,
      }),
    ),
    hold<S3Server>('s3', () =>
      startS3({ dir: join(dataDir, 's3'), kind: keep ? 'bluestore' : 'memstore', log: log('s3'), say }),
    ),
  ] as const
  const failed = (await Promise.allSettled(starts)).find((result) => result.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const [postgres, nats, s3] = await Promise.all(starts)
  const { url: databaseUrl, superuserUrl } = postgres
  const natsUrl = (user: string) => (nats.hasConfig ? urlOf(nats.url, user, passwords) : nats.url)
  return { databaseUrl, superuserUrl, natsUrl, s3, supervised, stop }
}

/** The same server once more: same folder, same port. */
async function relaunched<T extends Running>(name: string, start: () => Promise<T>): Promise<Child> {
  const server = await start()
  if (!server.child) throw new Error(`${name} came back as another kind of server`)
  return { ...server.child, stop: server.stop }
}
