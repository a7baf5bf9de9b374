/** NATS settings, the same in every service. */
import { accessSync, constants } from 'node:fs'
import { ConfigError } from '@typecase/runtime/config'
import { z } from 'zod'
import { defaultPrefix, inboxPrefix, natsUser } from './names.ts'

/** Address, credentials and names on NATS. */
export interface NatsAccess extends NatsCredentials {
  /** `nats://host:4222`, with `user:password@` or `token@` if needed. Commas separate several URLs. */
  readonly url: string
  /** Replicas of each stream. An existing stream never loses replicas. Default 1. */
  readonly replicas?: number | undefined
  /** First word of every subject. In upper case, it begins every stream name. Default `typecase`. */
  readonly prefix?: string | undefined
  /** JetStream domain of the streams, if it is not the server's. */
  readonly domain?: string | undefined
  /** First word of the subjects on which replies are received, if the URL has no user. */
  readonly inbox?: string | undefined
}

/** Files are read at every connect, so that they can be replaced at run time. */
export interface NatsCredentials {
  /** A `.creds` file: JWT and seed of a user. */
  readonly credsFile?: string | undefined
  readonly nkeyFile?: string | undefined
  /** The CA certificate of the server; the other two files are the client's own. */
  readonly tlsCaFile?: string | undefined
  readonly tlsCertFile?: string | undefined
  readonly tlsKeyFile?: string | undefined
}

const prefix = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/,
    'must be 1 to 40 lowercase letters, digits and hyphens, starting with a letter',
  )
  .refine((name) => !name.endsWith('-rendering'), 'must not end in -rendering, which names the work queue')

/** Part of the zod schema of each configuration. `NATS_URL` is required unless an event bus is injected. */
export const natsSettings = {
  NATS_URL: z.string().optional(),
  NATS_REPLICAS: z.enum(['1', '3', '5'], 'must be 1, 3 or 5').transform(Number).prefault('1'),
  NATS_PREFIX: prefix.default(defaultPrefix),
  NATS_JETSTREAM_DOMAIN: z
    .string()
    .regex(/^[\w-]+$/, 'must be letters, digits, - and _')
    .optional(),
  NATS_CREDS_FILE: z.string().optional(),
  NATS_NKEY_FILE: z.string().optional(),
  NATS_TLS_CA_FILE: z.string().optional(),
  NATS_TLS_CERT_FILE: z.string().optional(),
  NATS_TLS_KEY_FILE: z.string().optional(),
}

export type NatsConfig = z.infer<z.ZodObject<typeof natsSettings>>

const fileSettings = [
  'NATS_CREDS_FILE',
  'NATS_NKEY_FILE',
  'NATS_TLS_CA_FILE',
  'NATS_TLS_CERT_FILE',
  'NATS_TLS_KEY_FILE',
] as const

/** Undefined without `NATS_URL`. `service` names the inbox if the URL has no user. @throws ConfigError */
export function natsAccess(config: NatsConfig, service?: string): NatsAccess | undefined {
  const { NATS_URL: url, NATS_PREFIX: natsPrefix } = config
  if (!url) return undefined
  const errors = credentialErrors(config, url)
  if (errors.length > 0) throw new ConfigError(errors)
  const hasOtherUser = Boolean(config.NATS_CREDS_FILE || config.NATS_NKEY_FILE || config.NATS_TLS_CERT_FILE)
  const inbox = inboxPrefix(service === undefined ? natsPrefix : natsUser(natsPrefix, service))
  return {
    ...{ url, replicas: config.NATS_REPLICAS, prefix: natsPrefix, domain: config.NATS_JETSTREAM_DOMAIN },
    inbox: hasOtherUser || natsPrefix !== defaultPrefix ? inbox : undefined,
    credsFile: config.NATS_CREDS_FILE,
    nkeyFile: config.NATS_NKEY_FILE,
    tlsCaFile: config.NATS_TLS_CA_FILE,
    tlsCertFile: config.NATS_TLS_CERT_FILE,
    tlsKeyFile: config.NATS_TLS_KEY_FILE,
  }
}

function credentialErrors(config: NatsConfig, url: string): string[] {
  const ways = [
    ...(url.includes('@') ? ['the user in NATS_URL'] : []),
    ...(['NATS_CREDS_FILE', 'NATS_NKEY_FILE'] as const).filter((name) => config[name]),
  ]
  const hasHalf = Boolean(config.NATS_TLS_CERT_FILE) !== Boolean(config.NATS_TLS_KEY_FILE)
  return [
    ...(ways.length > 1 ? [`${ways.join(' and ')} are both set: keep one`] : []),
    ...(hasHalf ? ['NATS_TLS_CERT_FILE and NATS_TLS_KEY_FILE must be set together'] : []),
    ...fileSettings.flatMap((name) => unreadable(name, config[name])),
  ]
}

function unreadable(name: string, file: string | undefined): string[] {
  if (!file) return []
  try {
    accessSync(file, constants.R_OK)
    return []
  } catch (error) {
    return [`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`]
  }
}
