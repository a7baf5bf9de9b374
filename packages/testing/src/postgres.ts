import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { testPostgres } from './infra.ts'

export interface FreshSchema {
  readonly url: string
  /** An unused name. The migrator creates the schema. */
  readonly schema: string
  drop(): Promise<void>
}

/**
 * Returns a schema name for one test file; drop the schema in afterAll.
 * @throws Error without PostgreSQL: call `testPostgres()` first to skip instead
 */
export async function freshSchema(name: string): Promise<FreshSchema> {
  const server = await testPostgres()
  if (server.skip !== undefined) throw new Error(server.skip)
  const { url } = server
  const schema = `t_${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}_${randomBytes(4).toString('hex')}`
  return {
    url,
    schema,
    drop: () => query(url, `drop schema if exists "${schema}" cascade`),
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
