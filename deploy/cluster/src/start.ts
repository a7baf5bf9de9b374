/** The system as it runs in production, on one machine: six processes over real PostgreSQL, NATS and S3. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, waitUntil } from '@typecase/runtime/child-process'
import { type Backing, startBacking } from './backing.ts'
import { isReady, startService } from './service-process.ts'
import { type ClusterSettings, type Environment, environmentOf, type Ports, type ServiceName, serviceNames } from './settings.ts'
import { type Supervised, supervise } from './supervise.ts'

export type ProcessName = ServiceName | 'postgres' | 'nats'

export interface ClusterOptions {
  /** Holds all that is kept, or that is thrown away afterwards. */
  readonly dataDir: string
  /** Settings for all services, as in production; `PORT` and `SITE_PORT` default to free ones. */
  readonly env?: Environment
  /** Whether data outlives a stop; default true. Without it the start is faster. */
  readonly keep?: boolean
  /** Each line that a process writes. */
  readonly onLine?: (name: string, line: string) => void
  /** What goes on, in plain words. */
  readonly say?: (line: string) => void
}

export interface Cluster {
  readonly baseUrl: string
  readonly siteUrl: string
  readonly siteRoot: string
  /** What identity said when it made the first administrator and its password. */
  readonly firstAdministrator: string | undefined
  readonly databaseUrl: string
  readonly natsUrl: string
  /** What that service was told. */
  environment(name: ServiceName): Environment
  pid(name: ProcessName): number
  /** Sends a signal; a process that it ends comes back by itself. */
  kill(name: ProcessName, signal: NodeJS.Signals): Promise<void>
  restart(name: ProcessName): Promise<void>
  /** Waits until that service, or every one, answers its readiness probe. */
  ready(name?: ServiceName): Promise<void>
  /** Gateway first, backing services last. */
  stop(): Promise<void>
}

/** @throws an error in plain words when something does not start; then nothing is left running */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, keep = true, env = {}, onLine = () => undefined, say = () => undefined } = options
  const backing = await startBacking({ dataDir, keep, onLine, say })
  const services = new Map<ServiceName, Supervised>()
  const stop = async () => {
    for (const service of services.values()) await service.stop()
    await backing.stop()
  }
  try {
    const settings = await clusterSettings(dataDir, { ...process.env, ...env }, backing)
    let firstAdministrator: string | undefined
    const hear = (name: ServiceName) => (line: string) => {
      if (name === 'identity' && line.startsWith('First administrator')) firstAdministrator = line
      else onLine(name, line)
    }
    say('services: starting six processes')
    const started = await Promise.allSettled(
      serviceNames.map(async (name) => {
        const start = { name, env: environmentOf(name, settings), healthPort: settings.ports[name].health, onLine: hear(name) }
        return [name, await supervise(name, () => startService(start), say)] as const
      }),
    )
    for (const result of started) if (result.status === 'fulfilled') services.set(...result.value)
    for (const result of started) if (result.status === 'rejected') throw result.reason
    return running({ settings, backing, services, stop, firstAdministrator })
  } catch (error) {
    await stop()
    throw error
  }
}

interface Parts {
  readonly settings: ClusterSettings
  readonly backing: Backing
  readonly services: ReadonlyMap<ServiceName, Supervised>
  readonly stop: () => Promise<void>
  readonly firstAdministrator: string | undefined
}

function running({ settings, backing, services, stop, firstAdministrator }: Parts): Cluster {
  const find = (name: ProcessName): Supervised => {
    const found = services.get(name as ServiceName) ?? backing.supervised.get(name)
    if (!found) throw new Error(`${name} is not a process of this cluster`)
    return found
  }
  return {
    baseUrl: `http://127.0.0.1:${settings.port}`,
    siteUrl: `http://127.0.0.1:${settings.sitePort}`,
    siteRoot: settings.siteRoot,
    firstAdministrator,
    databaseUrl: backing.databaseUrl,
    natsUrl: backing.natsUrl,
    environment: (name) => environmentOf(name, settings),
    pid: (name) => find(name).pid(),
    kill: (name, signal) => find(name).kill(signal),
    restart: (name) => find(name).restart(),
    async ready(name) {
      for (const each of name ? [name] : serviceNames) await waitUntil(each, () => isReady(settings.ports[each].health), 60_000)
    },
    stop,
  }
}

async function clusterSettings(dataDir: string, env: Environment, backing: Backing): Promise<ClusterSettings> {
  const ports = {} as Record<ServiceName, Ports>
  for (const name of serviceNames) ports[name] = { grpc: await freePort(), health: await freePort() }
  const port = Number(env.PORT) || (await freePort())
  const siteRoot = env.SITE_ROOT ?? join(dataDir, 'site')
  await mkdir(siteRoot, { recursive: true })
  return {
    env,
    ports,
    port,
    sitePort: Number(env.SITE_PORT) || (env.PORT ? port + 1 : await freePort()),
    cookieSecret: env.COOKIE_SECRET ?? (await keptSecret(join(dataDir, 'cookie-secret'))),
    siteRoot,
    databaseUrl: backing.databaseUrl,
    natsUrl: backing.natsUrl,
    s3: backing.s3,
  }
}

/** Made once, so that sessions outlive a restart. */
async function keptSecret(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const secret = randomBytes(24).toString('hex')
    await writeFile(file, secret, { mode: 0o600 })
    return secret
  }
}
