/** Environment of each service: ports, database schema, bucket, keys and addresses of the other services. */
import { join } from 'node:path'
import { userOf } from '@typecase/messaging/nats-users'

export const serviceNames = ['gateway', 'publisher', 'media', 'themes', 'content', 'identity'] as const
export type ServiceName = (typeof serviceNames)[number]

export type Environment = Readonly<Record<string, string | undefined>>

export interface Ports {
  /** Port of gRPC; the gateway does not use it. */
  readonly grpc: number
  readonly health: number
  /** Gateway only: port of the API. */
  readonly api?: number
  readonly site?: number
}

export interface ClusterSettings {
  /** The operator's environment, passed to every service. */
  readonly env: Environment
  readonly ports: Readonly<Record<ServiceName, readonly [Ports, ...Ports[]]>>
  readonly cookieSecret: string
  readonly siteRoot: string
  /** Folder with one key file per service. */
  readonly keyFolder: string
  readonly databaseUrl: string
  /** URL with the credentials of a NATS user. */
  readonly natsUrl: (user: string) => string
  readonly s3: {
    readonly endpoint: string
    readonly accessKey: string
    readonly secretKey: string
    readonly region: string
  }
}

/**
 * Environment of one replica. A variable that this file sets replaces the operator's value, and its `_FILE`
 * variant is removed.
 */
export function environmentOf(
  name: ServiceName,
  settings: ClusterSettings,
  ports: Ports = settings.ports[name][0],
): Environment {
  const fixed = { ...common(name, settings, ports), ...particular(name, settings, ports) }
  const files = Object.fromEntries(Object.keys(fixed).map((key) => [`${key}_FILE`, undefined]))
  return { ...settings.env, ...files, ...fixed }
}

function common(
  name: ServiceName,
  { env, ports, databaseUrl, natsUrl, keyFolder }: ClusterSettings,
  { grpc, health }: Ports,
): Environment {
  const [gateway] = ports.gateway
  const unsigned = env.SERVICE_KEYS === 'off'
  return {
    SERVICE_KEYS: unsigned ? 'off' : undefined,
    SERVICE_KEYS_FILE: unsigned ? undefined : join(keyFolder, name),
    LOG_LEVEL: env.LOG_LEVEL ?? 'info',
    HOST: '127.0.0.1',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: String(grpc),
    HEALTH_PORT: String(health),
    DATABASE_URL: databaseUrl,
    DATABASE_SCHEMA: name,
    NATS_URL: name === 'gateway' ? undefined : natsUrl(userOf(name, env.NATS_PREFIX || undefined)),
    PUBLIC_URL: env.PUBLIC_URL ?? `http://127.0.0.1:${gateway.api}`,
    PUBLIC_SITE_URL: env.PUBLIC_SITE_URL ?? `http://127.0.0.1:${gateway.site}`,
    ...Object.fromEntries(
      serviceNames
        .filter((each) => each !== 'gateway')
        .map((each) => [`${each.toUpperCase()}_URL`, addressOf(ports[each])]),
    ),
  }
}

/** Addresses of all replicas of a service. gRPC distributes calls among the replicas that respond. */
function addressOf(replicas: readonly Ports[]): string {
  const addresses = replicas.map(({ grpc }) => `127.0.0.1:${grpc}`)
  return addresses.length === 1 ? String(addresses[0]) : `ipv4:${addresses.join(',')}`
}

/** Settings of the bucket `typecase-<name>`; unset if the operator configured a folder instead. */
const bucketOf = (name: string, folder: string | undefined, { s3 }: ClusterSettings): Environment => ({
  S3_ENDPOINT: folder === undefined ? s3.endpoint : undefined,
  S3_BUCKET: folder === undefined ? `typecase-${name}` : undefined,
  S3_ACCESS_KEY: folder === undefined ? s3.accessKey : undefined,
  S3_SECRET_KEY: folder === undefined ? s3.secretKey : undefined,
  S3_REGION: folder === undefined ? s3.region : undefined,
})

function particular(
  name: ServiceName,
  settings: ClusterSettings,
  { api, site: sitePort }: Ports,
): Environment {
  const { cookieSecret, siteRoot } = settings
  const { BLOB_DIR: blobDir, SITE_ROOT: operatorSiteRoot } = settings.env
  const site = { SITE_ROOT: siteRoot, ...bucketOf('site', operatorSiteRoot, settings) }
  const byName: Partial<Record<ServiceName, Environment>> = {
    gateway: { PORT: String(api), SITE_PORT: String(sitePort), COOKIE_SECRET: cookieSecret, ...site },
    publisher: site,
    media: bucketOf(name, blobDir, settings),
    themes: bucketOf(name, blobDir, settings),
  }
  return byName[name] ?? {}
}
