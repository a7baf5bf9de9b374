/** Probes and metrics over HTTP, on a separate port. */
import { createServer, type Server } from 'node:http'
import type { Logger } from 'pino'
import { ConfigError } from '../config/index.ts'
import type { Part } from '../lifecycle/index.ts'
import { registry } from '../telemetry/index.ts'

export interface HealthOptions {
  /** 0 selects a free port. */
  readonly port: number
  readonly host: string
  readonly log: Logger
  /** Dependencies of the service. Each check rejects if its dependency is unavailable; the limit is 2 s. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>
}

const checkLimitMs = 2000

/** Runs all checks; returns the reason of each failure by the name of the check. Never rejects. */
export async function failedChecks(checks: HealthOptions['checks']): Promise<Record<string, string>> {
  const failed: Record<string, string> = {}
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${checkLimitMs} ms`)), checkLimitMs)
      })
      try {
        await Promise.race([check(), late])
      } catch (error) {
        failed[name] = error instanceof Error ? error.message : String(error)
      } finally {
        clearTimeout(timer)
      }
    }),
  )
  return failed
}

/**
 * `/healthz`: 200 while the process runs. `/readyz`: 200 if it can serve; 503 with the names of failed
 * checks, or once it shuts down. `/metrics`: Prometheus metrics.
 * @throws ConfigError at start when the port is in use
 */
export function healthServer({ port, host, log, checks }: HealthOptions): Part & { port(): number } {
  let server: Server | undefined
  let stopping = false
  return {
    name: 'health',
    port: () => {
      const address = server?.address()
      return typeof address === 'object' && address ? address.port : port
    },
    async start() {
      server = createServer((request, response) => {
        const send = (status: number, type: string, text: string) => {
          response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
        }
        const path = (request.url ?? '/').split('?')[0]
        if (path === '/healthz') return send(200, 'application/json', '{"status":"ok"}')
        if (path === '/metrics') {
          void registry.metrics().then((text) => send(200, registry.contentType, text))
          return
        }
        if (path !== '/readyz') return send(404, 'application/json', '{"status":"not found"}')
        if (stopping) return send(503, 'application/json', '{"status":"stopping"}')
        void failedChecks(checks).then((failed) => {
          const names = Object.keys(failed)
          if (names.length > 0) log.warn({ failed }, 'not ready')
          send(
            names.length ? 503 : 200,
            'application/json',
            JSON.stringify(names.length ? { status: 'not ready', failed: names } : { status: 'ready' }),
          )
        })
      })
      await listen(server, port, host, 'HEALTH_PORT')
    },
    leave() {
      stopping = true
    },
    async stop() {
      stopping = true
      server?.closeAllConnections()
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    },
  }
}

/** Starts to listen. @throws ConfigError with the name of the variable to change */
export async function listen(server: Server, port: number, host: string, variable: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, port, host, variable)))
    server.listen(port, host, () => resolve())
  })
}

/** A ConfigError for a failed listener; other errors unchanged. */
export function portError(error: NodeJS.ErrnoException, port: number, host: string, variable: string): Error {
  if (error.code === 'EADDRINUSE')
    return new ConfigError([`port ${port} on ${host} is in use: set ${variable} to a free one`])
  if (error.code === 'EACCES')
    return new ConfigError([
      `port ${port} on ${host} needs more privileges: set ${variable} to one above 1023`,
    ])
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new ConfigError([`${variable}: ${host} is not an address of this machine: set another host`])
  return error
}
