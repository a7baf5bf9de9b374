/** The system as it runs in production, on one machine: six processes over real PostgreSQL, NATS and S3. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, waitUntil } from '@typecase/runtime/child-process'
import { generateServiceKeys, writeServiceKeys } from '@typecase/runtime/service-keys'
import { type Backing, startBacking } from './backing.ts'
import { reader } from './nats-users.ts'
import { isReady, startService } from './service-process.ts'
import {
  type ClusterSettings,
  type Environment,
  environmentOf,
  type Ports,
  type ServiceName,
  serviceNames,
} from './settings.ts'
import { type Supervised, supervise } from './supervise.ts'

/** The second replica of content is `content-2`. */
export type ReplicaName = ServiceName | `${ServiceName}-${number}`
export type ProcessName = ReplicaName | 'postgres' | 'nats'

export interface Replica {
  readonly name: ReplicaName
  readonly service: ServiceName
  readonly ports: Ports
}

export interface ClusterOptions {
  /** Holds all that is kept, or that is thrown away afterwards. */
  readonly dataDir: string
  /** Settings for all services, as in production; `PORT` and `SITE_PORT` default to free ones. */
  readonly env?: Environment
  /** Whether data outlives a stop; default true. Without it the start is faster. */
  readonly keep?: boolean
  /** Whether NATS knows a user for each service; default true. Services of an earlier version may need a server without. */
  readonly natsUsers?: boolean
  /** Processes of a service; default one. */
  readonly replicas?: Partial<Readonly<Record<ServiceName, number>>>
  /** A program to run in place of a service's own, looked up at each start: for tests that need a service which behaves badly. */
  readonly programs?: Partial<Readonly<Record<ServiceName, string>>>
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
  /** The same database for its superuser: for tests that make another database. */
  readonly superuserUrl: string
  /** With the credentials of a user that may read events; the operator's own address where NATS was running already. */
  readonly natsUrl: string
  readonly s3: Backing['s3']
  readonly replicas: readonly Replica[]
  /** What the first replica of that service was told. */
  environment(name: ServiceName): Environment
  pid(name: ProcessName): number
  /** Sends a signal; a process that it ends comes back by itself. */
  kill(name: ProcessName, signal: NodeJS.Signals): Promise<void>
  /** Ends it in good order, or by that signal, and starts it again when `meanwhile` is done. */
  restart(name: ProcessName, meanwhile?: () => Promise<void>, signal?: NodeJS.Signals): Promise<void>
  /** Waits until that replica, or every one, answers its readiness probe. */
  ready(name?: ReplicaName): Promise<void>
  /** Gateway first, backing services last. */
  stop(): Promise<void>
}

/** @throws an error in plain words when something does not start; then nothing is left running */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const {
    dataDir,
    keep = true,
    natsUsers = true,
    env = {},
    onLine = () => undefined,
    say = () => undefined,
  } = options
  const { NATS_PREFIX: prefix, NATS_JETSTREAM_DOMAIN: domain } = { ...process.env, ...env }
  const installation = { prefix: prefix || undefined, domain: domain || undefined }
  const backing = await startBacking({ dataDir, keep, natsUsers, installation, onLine, say })
  const services = new Map<ReplicaName, Supervised>()
  const stop = async () => {
    for (const service of services.values()) await service.stop()
    await backing.stop()
  }
  try {
    const settings = await clusterSettings(options, { ...process.env, ...env }, backing)
    const replicas = replicasOf(settings)
    let firstAdministrator: string | undefined
    const hear = (name: ReplicaName) => (line: string) => {
      if (name.startsWith('identity') && line.startsWith('First administrator')) firstAdministrator = line
      else onLine(name, line)
    }
    say(`services: starting ${replicas.length === serviceNames.length ? 'six' : replicas.length} processes`)
    const started = await Promise.allSettled(
      replicas.map(async ({ name, service, ports }) => {
        const env = environmentOf(service, settings, ports)
        const start = { name: service, env, healthPort: ports.health, onLine: hear(name) }
        const launch = () => startService({ ...start, program: options.programs?.[service] })
        return [name, await supervise(name, launch, say)] as const
      }),
    )
    for (const result of started) if (result.status === 'fulfilled') services.set(...result.value)
    for (const result of started) if (result.status === 'rejected') throw result.reason
    return running({ settings, replicas, backing, services, stop, firstAdministrator })
  } catch (error) {
    await stop()
    throw error
  }
}

interface Parts {
  readonly settings: ClusterSettings
  readonly replicas: readonly Replica[]
  readonly backing: Backing
  readonly services: ReadonlyMap<ReplicaName, Supervised>
  readonly stop: () => Promise<void>
  readonly firstAdministrator: string | undefined
}

function running({ settings, replicas, backing, services, stop, firstAdministrator }: Parts): Cluster {
  const find = (name: ProcessName): Supervised => {
    const found = services.get(name as ReplicaName) ?? backing.supervised.get(name)
    if (!found) throw new Error(`${name} is not a process of this cluster`)
    return found
  }
  const [gateway] = settings.ports.gateway
  return {
    baseUrl: `http://127.0.0.1:${gateway.api}`,
    siteUrl: `http://127.0.0.1:${gateway.site}`,
    siteRoot: settings.siteRoot,
    firstAdministrator,
    databaseUrl: backing.databaseUrl,
    superuserUrl: backing.superuserUrl,
    natsUrl: backing.natsUrl(reader),
    s3: backing.s3,
    replicas,
    environment: (name) => environmentOf(name, settings),
    pid: (name) => find(name).pid(),
    kill: (name, signal) => find(name).kill(signal),
    restart: (name, meanwhile, signal) => find(name).restart(meanwhile, signal),
    async ready(wanted) {
      for (const { name, ports } of replicas)
        if (wanted === undefined || wanted === name)
          await waitUntil(name, () => isReady(ports.health), 60_000)
    },
    stop,
  }
}

const replicasOf = ({ ports }: ClusterSettings): Replica[] =>
  serviceNames.flatMap((service) =>
    ports[service].map((own, at) => ({
      name: at === 0 ? service : (`${service}-${at + 1}` as const),
      service,
      ports: own,
    })),
  )

async function clusterSettings(
  { dataDir, replicas = {} }: ClusterOptions,
  env: Environment,
  backing: Backing,
): Promise<ClusterSettings> {
  const api = Number(env.PORT) || (await freePort())
  const site = Number(env.SITE_PORT) || (env.PORT ? api + 1 : await freePort())
  const ports = {} as Record<ServiceName, [Ports, ...Ports[]]>
  for (const name of serviceNames) {
    const http = name === 'gateway'
    ports[name] = [{ ...(await freeServicePorts()), ...(http ? { api, site } : {}) }]
    while (ports[name].length < (replicas[name] ?? 1))
      ports[name].push({
        ...(await freeServicePorts()),
        ...(http ? { api: await freePort(), site: await freePort() } : {}),
      })
  }
  const siteRoot = env.SITE_ROOT ?? join(dataDir, 'site')
  await mkdir(siteRoot, { recursive: true })
  const keyFolder = join(dataDir, 'service-keys')
  // All processes start with the cluster, so keys of an earlier time, or of an earlier table of callers, are of no use.
  await writeServiceKeys(keyFolder, generateServiceKeys())
  return {
    env,
    ports,
    cookieSecret: env.COOKIE_SECRET ?? (await keptSecret(join(dataDir, 'cookie-secret'))),
    siteRoot,
    keyFolder,
    databaseUrl: backing.databaseUrl,
    natsUrl: backing.natsUrl,
    s3: backing.s3,
  }
}

const freeServicePorts = async () => ({ grpc: await freePort(), health: await freePort() })

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
