/**
 * Two roles: the superuser `typecase` sets up the server. The services use `typecase_services`, which owns
 * the database.
 */
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { ownerStatements } from './owners.ts'

/** The services of earlier versions connect with this role, so a rollback needs it. */
export const superuser = 'typecase'
export const servicesRole = 'typecase_services'
export const databaseName = 'typecase'

export interface ServerAddress {
  readonly port: number
  /** Password of the superuser, stored in a file next to the data folder. */
  readonly password: string
}

/** Derived from the superuser's password with HMAC, so that only one password is stored. */
export const servicesPassword = (password: string): string =>
  createHmac('sha256', password).update(servicesRole).digest('hex')

export const urlOf = (port: number, role: string, password: string): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`

/**
 * Creates the services' role and the database if missing. Transfers objects of other roles to the services'
 * role: an earlier version, also one that runs after a rollback, creates its objects as superuser.
 */
export async function ensureRoles({ port, password }: ServerAddress): Promise<void> {
  const server = `postgres://${superuser}:${password}@127.0.0.1:${port}`
  await withClient(`${server}/postgres`, async (client) => {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [servicesRole])
    if (role.rowCount === 0) await createServicesRole(client, password)
    const database = await client.query<{ isOwned: boolean }>(
      `select datdba = $2::regrole as "isOwned" from pg_database where datname = $1`,
      [databaseName, servicesRole],
    )
    const [found] = database.rows
    if (!found) await client.query(`create database ${databaseName} owner ${servicesRole}`)
    else if (!found.isOwned) await client.query(`alter database ${databaseName} owner to ${servicesRole}`)
  })
  await withClient(`${server}/${databaseName}`, async (client) => {
    const statements = await ownerStatements(client, servicesRole)
    if (statements.length > 0) await client.query(['begin', ...statements, 'commit'].join(';\n'))
  })
}

async function createServicesRole(client: pg.Client, password: string): Promise<void> {
  // Prevents the server from logging the password if the statement fails.
  await client.query('set log_min_error_statement = panic')
  const name = pg.escapeIdentifier(servicesRole)
  await client.query(
    `create role ${name} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(servicesPassword(password))}`,
  )
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
