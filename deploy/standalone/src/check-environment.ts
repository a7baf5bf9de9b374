/** Checks that configured ports are free, folders writable and external servers reachable. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { ConfigError } from '@typecase/runtime/config'
import { listen } from '@typecase/runtime/health'
import type { StandaloneConfig } from './config.ts'
import { makeFolder } from './data-folder.ts'

const connectTimeoutMs = 5_000

/** Does not check the database, which the services check. @throws ConfigError with every error */
export async function checkEnvironment(config: StandaloneConfig): Promise<void> {
  const checks = [
    requireFreePorts(config),
    makeFolder('SITE_ROOT', config.SITE_ROOT ?? config.TYPECASE_DATA),
    config.S3_ENDPOINT
      ? requireServer('S3_ENDPOINT', config.S3_ENDPOINT, 443)
      : makeFolder('BLOB_DIR', config.BLOB_DIR ?? config.TYPECASE_DATA, 0o700),
    ...(config.NATS_URL ? [requireOneServer('NATS_URL', config.NATS_URL.split(','), 4222)] : []),
  ]
  const errors = new Set<string>()
  for (const check of await Promise.allSettled(checks)) {
    if (check.status === 'fulfilled') continue
    if (!(check.reason instanceof ConfigError)) throw check.reason
    for (const error of check.reason.errors) errors.add(error)
  }
  if (errors.size > 0) throw new ConfigError([...errors])
}

/** Listens on all ports at the same time, so that a port configured twice is detected. */
async function requireFreePorts({ HOST, PORT, SITE_PORT, HEALTH_PORT }: StandaloneConfig): Promise<void> {
  const ports = { PORT, SITE_PORT, ...(HEALTH_PORT === undefined ? {} : { HEALTH_PORT }) }
  const ownAddress = createServer()
  await listen(ownAddress, 0, HOST, 'HOST')
  ownAddress.close()
  const taken: string[] = []
  const probes: Server[] = []
  for (const [variable, port] of Object.entries(ports)) {
    const probe = createServer()
    await listen(probe, port, HOST, variable)
      .then(() => probes.push(probe))
      .catch((error) => {
        if (!(error instanceof ConfigError)) throw error
        taken.push(...error.errors)
      })
  }
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  if (taken.length > 0) throw new ConfigError(taken)
}

/** Requires that at least one of the addresses is reachable, such as one server of a NATS cluster. */
async function requireOneServer(
  variable: string,
  addresses: readonly string[],
  usualPort: number,
): Promise<void> {
  const checks = addresses.map((address) => requireServer(variable, address.trim(), usualPort))
  await Promise.any(checks).catch((error: AggregateError) => {
    throw new ConfigError(error.errors.flatMap((each: ConfigError) => each.errors))
  })
}

async function requireServer(variable: string, address: string, usualPort: number): Promise<void> {
  const url = new URL(address.includes('://') ? address : `nats://${address}`)
  const port = Number(url.port) || (url.protocol === 'http:' ? 80 : usualPort)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectTimeoutMs) })
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ABORT_ERR'
        ? `${connectTimeoutMs / 1000} s`
        : (error as NodeJS.ErrnoException).code
    throw new ConfigError([
      `${variable}: no server responds at ${url.hostname}:${port} (${reason}): start it, or name another server`,
    ])
  } finally {
    socket.destroy()
  }
}
