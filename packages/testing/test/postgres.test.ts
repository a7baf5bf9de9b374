import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { label, testPostgres } from '../src/infra.ts'
import { freshSchema } from '../src/postgres.ts'

const server = await testPostgres()

describe.skipIf(server.skip)(label('PostgreSQL for tests', server.skip), () => {
  const connections: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client({ connectionString: server.url })
    connections.push(client)
    await client.connect()
    return client
  }
  afterAll(() => Promise.all(connections.map((client) => client.end())))

  it('is a real server that enforces a unique constraint between two sessions', async () => {
    const { schema, drop } = await freshSchema('unique check')
    const [one, two] = [await connect(), await connect()]
    await one.query(`create schema ${schema}`)
    await one.query(`create table ${schema}.slugs (slug text constraint slugs_key unique)`)
    await one.query(`insert into ${schema}.slugs values ('a')`)
    await expect(two.query(`insert into ${schema}.slugs values ('a')`)).rejects.toMatchObject({
      code: '23505',
      constraint: 'slugs_key',
    })
    await drop()
    const remaining = await two.query('select 1 from information_schema.schemata where schema_name = $1', [
      schema,
    ])
    expect(remaining.rowCount).toBe(0)
  })

  it('has a different schema for every call of freshSchema', async () => {
    const [one, two] = [await freshSchema('same'), await freshSchema('same')]
    expect(one.schema).not.toBe(two.schema)
  })
})
