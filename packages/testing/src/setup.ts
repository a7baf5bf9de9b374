/** Global setup of vitest: starts servers on the first request of a test worker. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Running } from './backing/choose.ts'
import { startNats } from './backing/nats.ts'
import { startPgBouncer } from './backing/pgbouncer.ts'
import { type PostgresServer, startPostgres } from './backing/postgres.ts'
import { startS3 } from './backing/s3.ts'
import { brokerVariable, type InfraName } from './infra.ts'

export async function setup(): Promise<() => Promise<void>> {
  // Every vitest project calls this function; the servers of the first call serve all projects.
  if (process.env[brokerVariable]) return async () => undefined
  const folder = mkdtempSync(join(tmpdir(), 'typecase-test-'))
  // The database reads this folder, and may run as another user.
  chmodSync(folder, 0o755)
  const servers = lazyServers(folder)
  const broker = createServer((request, response) => {
    void servers.get(request.url?.slice(1) as InfraName).then((answer) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  process.env[brokerVariable] = `http://127.0.0.1:${(broker.address() as AddressInfo).port}`
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', clear)
  return async () => {
    delete process.env[brokerVariable]
    broker.closeAllConnections()
    broker.close()
    await servers.stop()
    process.off('exit', clear)
    clear()
  }
}

function lazyServers(folder: string) {
  const print = (line: string) => process.stderr.write(`test infra: ${line}\n`)
  const quiet = () => undefined
  const started = new Map<InfraName, Promise<Running>>()
  const starters: Record<InfraName, () => Promise<Running>> = {
    postgres: () =>
      startPostgres({
        dataDir: join(folder, 'postgres'),
        safety: 'fast',
        maxConnections: 300,
        log: quiet,
        print,
      }),
    pgbouncer: async () => {
      const { url: directUrl } = (await startedOnce('postgres')) as PostgresServer
      return startPgBouncer({ dir: join(folder, 'pgbouncer'), directUrl, poolSize: 2, print })
    },
    nats: () => startNats({ dir: join(folder, 'nats'), print }),
    s3: () => startS3({ dir: join(folder, 's3'), kind: 'memstore', print }),
  }
  const startedOnce = (name: InfraName): Promise<Running> => {
    const running = started.get(name) ?? starters[name]()
    started.set(name, running)
    return running
  }
  return {
    /** Access data of the server, or `{ skip }` with the reason; never rejects. */
    async get(name: InfraName): Promise<unknown> {
      if (!(name in starters)) return { skip: `there is no test server ${name}` }
      return startedOnce(name).then(
        ({ stop: _stop, from: _from, child: _child, ...access }) => access,
        (error: unknown) => ({ skip: error instanceof Error ? error.message : String(error) }),
      )
    },
    async stop(): Promise<void> {
      await Promise.allSettled([...started.values()].map(async (running) => (await running).stop()))
    },
  }
}
