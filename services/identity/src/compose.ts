import { setTimeout as sleep } from 'node:timers/promises'
import { type AppError, isAppError, systemClock } from '@typecase/kernel'
import { type EventBus, jetStreamEventBus } from '@typecase/messaging/events'
import { natsAccess } from '@typecase/messaging/nats'
import { outboxRelay } from '@typecase/messaging/outbox'
import { ConfigError } from '@typecase/runtime/config'
import type { LocalServers } from '@typecase/runtime/grpc'
import { healthServer } from '@typecase/runtime/health'
import { closing, migrating, type Part, repeating, type Service, service } from '@typecase/runtime/lifecycle'
import { createLogger, type Logger } from '@typecase/runtime/log'
import { migrate, openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { callGuard } from '@typecase/runtime/service-keys'
import { tracing } from '@typecase/runtime/tracing'
import { argon2Hasher } from './adapters/argon2/hasher.ts'
import { identityServer } from './adapters/grpc/server.ts'
import { securityLog } from './adapters/log/security-log.ts'
import { nodeSecrets } from './adapters/node-crypto/secrets.ts'
import { migrations } from './adapters/postgres/migrations.ts'
import { postgresRequestCounts } from './adapters/postgres/request-counts.ts'
import type { IdentityTables } from './adapters/postgres/schema.ts'
import { postgresIdentityStore } from './adapters/postgres/store.ts'
import { zxcvbnCommonPasswords } from './adapters/zxcvbn/password-list.ts'
import type { IdentityConfig } from './config.ts'
import { identityApp } from './core/app.ts'
import type { CreatedAdmin } from './core/bootstrap-admin.ts'

export interface IdentityService extends Service {
  /** `host:port` of the gRPC server, available after start. */
  address(): string
  /** The first administrator, if this start created one. */
  bootstrap(): CreatedAdmin | undefined
}

const purgeEveryMs = 5 * 60_000

/** Wires the service without starting it. @throws ConfigError if there is neither a bus nor NATS_URL */
export function composeIdentity(
  config: IdentityConfig,
  shared: { bus?: EventBus; log?: Logger; local?: LocalServers | undefined } = {},
): IdentityService {
  const log = shared.log ?? createLogger('identity', config.LOG_LEVEL)
  const postgres = openPostgres<IdentityTables>({ ...config.database, log })
  const bus = shared.bus ?? ownBus(config, log)
  const hasher = argon2Hasher({ concurrency: config.HASH_CONCURRENCY })
  const app = identityApp({
    store: postgresIdentityStore(postgres),
    requestCounts: postgresRequestCounts(postgres),
    hasher,
    common: zxcvbnCommonPasswords(),
    security: securityLog(log),
    secrets: nodeSecrets,
    clock: systemClock,
    newId: uuidv7,
    pause: (ms) => sleep(ms),
    sessionSeconds: config.SESSION_TTL,
    loginsPerMinute: config.LOGIN_RATE_PER_MINUTE,
  })
  const server = identityServer(app, {
    host: config.GRPC_HOST,
    port: config.GRPC_PORT,
    log,
    guard: callGuard(config.SERVICE_KEYS, log),
    local: shared.local,
  })
  const health = { host: config.GRPC_HOST, log, checks: { postgres: postgres.ping } }
  let createdAdmin: CreatedAdmin | undefined
  const firstAdmin = async () => {
    const { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config
    createdAdmin = await app.bootstrapAdmin({ username, email, password }).catch((error: unknown) => {
      throw isAppError(error) && error.code === 'VALIDATION_ERROR' ? rejectedPassword(error) : error
    })
  }
  const parts: Part[] = [
    ...(config.HEALTH_PORT === undefined ? [] : [healthServer({ ...health, port: config.HEALTH_PORT })]),
    server,
    repeating({ name: 'purge', everyMs: purgeEveryMs, log, work: app.purgeExpired }),
    outboxRelay({ postgres, bus, source: '/typecase/identity', log }),
    starting('first administrator', firstAdmin),
    hasher,
    migrating(() => migrate(postgres, migrations)),
    ...(shared.bus ? [] : [closing('event bus', bus.close)]),
    closing('postgres', postgres.close),
    tracing({ service: 'typecase-identity', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, log }),
  ]
  return { ...service('identity', log, parts), address: server.address, bootstrap: () => createdAdmin }
}

/** The configuration has validated the other settings, so only the password can be rejected. */
const rejectedPassword = ({ message }: AppError) =>
  new ConfigError([`ADMIN_PASSWORD is rejected: ${message}`])

const starting = (name: string, start: () => Promise<void>): Part => ({
  name,
  start,
  stop: async () => undefined,
})

function ownBus(config: IdentityConfig, log: Logger): EventBus {
  const nats = natsAccess(config, 'identity')
  if (!nats) throw new ConfigError(['NATS_URL is required'])
  return jetStreamEventBus({ ...nats, log })
}
