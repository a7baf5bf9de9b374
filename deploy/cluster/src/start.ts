/** Runs the system as in production, on one machine: six processes with real PostgreSQL, NATS and S3. */
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

/** The first replica has the name of its service; the second replica of content is `content-2`. */
export type ReplicaName = ServiceName | `${ServiceName}-${number}`
export type ProcessName = ReplicaName | 'postgres' | 'nats'

export interface Replica {
  readonly name: ReplicaName
  readonly service: ServiceName
  readonly ports: Ports
}

export interface ClusterOptions {
  readonly dataDir: string
  /** Environment of all services, as in production; `PORT` and `SITE_PORT` default to free ports. */
  readonly env?: Environment
  /** Preserve the data after a stop; default true. `false` starts faster. */
  readonly keep?: boolean
  /** Use one NATS user per service; default true. Services of some earlier versions do not support it. */
  readonly natsUsers?: boolean
  /** Processes per service; default one. */
  readonly replicas?: Partial<Readonly<Record<ServiceName, number>>>
  /** Programs to run instead of services, for tests of misbehaving services. Each start reads this map. */
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
  /** Log line of the identity service with the first administrator and the password. */
  readonly firstAdministrator: string | undefined
  readonly databaseUrl: string
  /** Superuser URL of the same server, for tests that create databases. */
  readonly superuserUrl: string
  /**
   * URL of NATS with credentials that may only read events; the unchanged URL if the environment names the
   * server.
   */
  readonly natsUrl: string
  readonly s3: Backing['s3']
  readonly replicas: readonly Replica[]
  /** Environment of the first replica of the service. */
  environment(name: ServiceName): Environment
  pid(name: ProcessName): number
  /** Sends a signal. If the signal ends the process, the cluster restarts the process. */
  kill(name: ProcessName, signal: NodeJS.Signals): Promise<void>
  /** Stops the process with SIGTERM or the given signal, waits for `meanwhile`, and starts it again. */
  restart(name: ProcessName, meanwhile?: () => Promise<void>, signal?: NodeJS.Signals): Promise<void>
  /** Waits until the named replica is ready; without a name, until all replicas are ready. */
  ready(name?: ReplicaName): Promise<void>
  /** Stops the gateway first and the backing servers last. */
  stop(): Promise<void>
}

/** @throws Error when a process does not start; all other processes are stopped first */
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
    const onLineOf = (name: ReplicaName) => (line: string) => {
      if (name.startsWith('identity') && line.startsWith('First administrator')) firstAdministrator = line
      else onLine(name, line)
    }
    print(`services: starting ${replicas.length === serviceNames.length ? 'six' : replicas.length} processes`)
    const started = await Promise.allSettled(
      replicas.map(async ({ name, service, ports }) => {
        const env = environmentOf(service, settings, ports)
        const start = { name: service, env, healthPort: ports.health, onLine: onLineOf(name) }
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
    async ready(requested) {
      for (const { name, ports } of replicas)
        if (requested === undefined || requested === name)
          await waitUntil(name, () => isReady(ports.health), 60_000)
    },
    stop,
  }
}

const replicasOf = ({ ports }: ClusterSettings): Replica[] =>
  serviceNames.flatMap((service) =>
    ports[service].map((replicaPorts, at) => ({
      name: at === 0 ? service : (`${service}-${at + 1}` as const),
      service,
      ports: replicaPorts,
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
  // All processes start together, so new keys at each start are enough.
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

/** The cookie secret in the file; created if missing. Stored, so that sessions survive a restart. */
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
