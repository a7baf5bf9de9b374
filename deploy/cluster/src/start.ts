/** The system on one machine as in production: six processes with real PostgreSQL, NATS and S3. */
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
  readonly dataDir: string
  /** Settings of all services, as in production; `PORT` and `SITE_PORT` default to free ones. */
  readonly env?: Environment
  /** Keep data after a stop; default true. The start is faster without. */
  readonly keep?: boolean
  /**
   * One NATS user per service; default true. Services of earlier versions may need a server without users.
   */
  readonly natsUsers?: boolean
  /** Processes per service; default one. */
  readonly replicas?: Partial<Readonly<Record<ServiceName, number>>>
  /** Programs that replace services, evaluated at each start: for tests of misbehaving services. */
  readonly programs?: Partial<Readonly<Record<ServiceName, string>>>
  /** Called with each line that a process writes. */
  readonly onLine?: (name: string, line: string) => void
  /** Called with progress messages. */
  readonly print?: (line: string) => void
}

export interface Cluster {
  readonly baseUrl: string
  readonly siteUrl: string
  readonly siteRoot: string
  /** Log line of identity with the first administrator and its password. */
  readonly firstAdministrator: string | undefined
  readonly databaseUrl: string
  /** URL of the same database for its superuser, to create other databases in tests. */
  readonly superuserUrl: string
  /** URL with a user that may read events; the operator's URL for an existing server. */
  readonly natsUrl: string
  readonly s3: Backing['s3']
  readonly replicas: readonly Replica[]
  /** Environment of the first replica of the service. */
  environment(name: ServiceName): Environment
  pid(name: ProcessName): number
  /** Sends a signal; a process that it ends is restarted. */
  kill(name: ProcessName, signal: NodeJS.Signals): Promise<void>
  /** Stops the process, with SIGTERM or the given signal, and restarts it after `meanwhile`. */
  restart(name: ProcessName, meanwhile?: () => Promise<void>, signal?: NodeJS.Signals): Promise<void>
  /** Waits until that replica, or each one, is ready. */
  ready(name?: ReplicaName): Promise<void>
  /** Gateway first, backing servers last. */
  stop(): Promise<void>
}

/** @throws Error with a clear message when something does not start; everything else is then stopped */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const {
    dataDir,
    keep = true,
    natsUsers = true,
    env = {},
    onLine = () => undefined,
    print = () => undefined,
  } = options
  const { NATS_PREFIX: prefix, NATS_JETSTREAM_DOMAIN: domain } = { ...process.env, ...env }
  const installation = { prefix: prefix || undefined, domain: domain || undefined }
  const backing = await startBacking({ dataDir, keep, natsUsers, installation, onLine, print })
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
    print(`services: starting ${replicas.length === serviceNames.length ? 'six' : replicas.length} processes`)
    const started = await Promise.allSettled(
      replicas.map(async ({ name, service, ports }) => {
        const env = environmentOf(service, settings, ports)
        const start = { name: service, env, healthPort: ports.health, onLine: hear(name) }
        const launch = () => startService({ ...start, program: options.programs?.[service] })
        return [name, await supervise(name, launch, print)] as const
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
  // New keys at each start, because all processes start together.
  await writeServiceKeys(keyFolder, generateServiceKeys())
  return {
    env,
    ports,
    cookieSecret: env.COOKIE_SECRET ?? (await storedSecret(join(dataDir, 'cookie-secret'))),
    siteRoot,
    keyFolder,
    databaseUrl: backing.databaseUrl,
    natsUrl: backing.natsUrl,
    s3: backing.s3,
  }
}

const freeServicePorts = async () => ({ grpc: await freePort(), health: await freePort() })

/** Created once, so that sessions survive a restart. */
async function storedSecret(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const secret = randomBytes(24).toString('hex')
    await writeFile(file, secret, { mode: 0o600 })
    return secret
  }
}
