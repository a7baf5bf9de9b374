/** What each service is told: its own ports, its own schema or bucket, and where the others are. */

export const serviceNames = ['gateway', 'publisher', 'media', 'themes', 'content', 'identity'] as const
export type ServiceName = (typeof serviceNames)[number]

export type Environment = Readonly<Record<string, string | undefined>>

export interface Ports {
  readonly grpc: number
  readonly health: number
}

export interface ClusterSettings {
  /** What the operator set; goes to every service. */
  readonly env: Environment
  readonly ports: Readonly<Record<ServiceName, Ports>>
  readonly port: number
  readonly sitePort: number
  readonly cookieSecret: string
  readonly siteRoot: string
  readonly databaseUrl: string
  readonly natsUrl: string
  readonly s3: { readonly endpoint: string; readonly accessKey: string; readonly secretKey: string; readonly region: string }
}

/** The whole environment of one service. What is set here wins over the operator's, also over a `_FILE` of his. */
export function environmentOf(name: ServiceName, settings: ClusterSettings): Environment {
  const own = { ...common(name, settings), ...particular(name, settings) }
  const files = Object.fromEntries(Object.keys(own).map((key) => [`${key}_FILE`, undefined]))
  return { ...settings.env, ...files, ...own }
}

function common(name: ServiceName, { env, ports, port, sitePort, databaseUrl, natsUrl }: ClusterSettings): Environment {
  return {
    LOG_LEVEL: env.LOG_LEVEL ?? 'info',
    HOST: '127.0.0.1',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: String(ports[name].grpc),
    HEALTH_PORT: String(ports[name].health),
    DATABASE_URL: databaseUrl,
    DATABASE_SCHEMA: name,
    NATS_URL: natsUrl,
    PUBLIC_URL: env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    PUBLIC_SITE_URL: env.PUBLIC_SITE_URL ?? `http://127.0.0.1:${sitePort}`,
    ...Object.fromEntries(
      serviceNames.filter((each) => each !== 'gateway').map((each) => [`${each.toUpperCase()}_URL`, `127.0.0.1:${ports[each].grpc}`]),
    ),
  }
}

/** A bucket a service, unless the operator names a folder. */
function bytesOf(name: ServiceName, { env, s3 }: ClusterSettings): Environment {
  const isFolder = env.BLOB_DIR !== undefined
  return {
    S3_ENDPOINT: isFolder ? undefined : s3.endpoint,
    S3_BUCKET: isFolder ? undefined : `typecase-${name}`,
    S3_ACCESS_KEY: isFolder ? undefined : s3.accessKey,
    S3_SECRET_KEY: isFolder ? undefined : s3.secretKey,
    S3_REGION: isFolder ? undefined : s3.region,
  }
}

function particular(name: ServiceName, settings: ClusterSettings): Environment {
  const { port, sitePort, cookieSecret, siteRoot } = settings
  const byName: Partial<Record<ServiceName, Environment>> = {
    gateway: { PORT: String(port), SITE_PORT: String(sitePort), COOKIE_SECRET: cookieSecret, SITE_ROOT: siteRoot },
    publisher: { SITE_ROOT: siteRoot },
    media: bytesOf(name, settings),
    themes: bytesOf(name, settings),
  }
  return byName[name] ?? {}
}
