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

/** A bucket each, unless the operator names a folder. */
const bucketOf = (name: string, folder: string | undefined, { s3 }: ClusterSettings): Environment => ({
  S3_ENDPOINT: folder === undefined ? s3.endpoint : undefined,
  S3_BUCKET: folder === undefined ? `typecase-${name}` : undefined,
  S3_ACCESS_KEY: folder === undefined ? s3.accessKey : undefined,
  S3_SECRET_KEY: folder === undefined ? s3.secretKey : undefined,
  S3_REGION: folder === undefined ? s3.region : undefined,
})

function particular(name: ServiceName, settings: ClusterSettings): Environment {
  const { port, sitePort, cookieSecret, siteRoot } = settings
  const { BLOB_DIR: blobDir, SITE_ROOT: ownSiteRoot } = settings.env
  const site = { SITE_ROOT: siteRoot, ...bucketOf('site', ownSiteRoot, settings) }
  const byName: Partial<Record<ServiceName, Environment>> = {
    gateway: { PORT: String(port), SITE_PORT: String(sitePort), COOKIE_SECRET: cookieSecret, ...site },
    publisher: site,
    media: bucketOf(name, blobDir, settings),
    themes: bucketOf(name, blobDir, settings),
  }
  return byName[name] ?? {}
}
