/** Two roles: `postgres`, the superuser, prepares the server; the services use `typecase`, which owns its database only. */
import { createHmac, randomBytes } from 'node:crypto'
import pg from 'pg'
import { ownerStatements } from './owners.ts'

export const superuser = 'postgres'
/** The role of the services and the name of its database. */
export const servicesRole = 'typecase'
const upgradeRole = 'typecase_upgrade'

export interface ServerAddress {
  readonly port: number
  /** Of the superuser; kept beside the data folder. */
  readonly password: string
}

/** From the superuser's password, which it does not reveal: so one file holds both, and it is the same after a restart. */
export const servicesPassword = (password: string): string => createHmac('sha256', password).update(servicesRole).digest('hex')

export const urlOf = (port: number, role: string, password: string, database: string): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`

/**
 * Brings roles and database to the layout above, from a new folder or from one of a version in which the services were the
 * superuser. What an interrupted run left is completed by the next one.
 */
export async function ensureRoles(server: ServerAddress): Promise<void> {
  const { port, password } = server
  if (!(await isSuperuserNamed(server))) await upgrade(server)
  await withClient(urlOf(port, superuser, password, 'postgres'), async (client) => {
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
      [servicesRole, upgradeRole],
    ])
    const has = (name: string) => rows.some(({ rolname }) => rolname === name)
    if (has(upgradeRole)) await client.query(`drop role ${upgradeRole}`)
    if (!has(servicesRole)) await createServicesRole(client, password)
    const found = await client.query('select 1 from pg_database where datname = $1', [servicesRole])
    if (found.rowCount === 0) await client.query(`create database ${servicesRole} owner ${servicesRole}`)
  })
}

/** False for a folder whose superuser is `typecase`: PostgreSQL answers an unknown role as it does a wrong password. */
async function isSuperuserNamed({ port, password }: ServerAddress): Promise<boolean> {
  try {
    await withClient(urlOf(port, superuser, password, 'postgres'), () => Promise.resolve())
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === '28P01') return false
    throw error
  }
}

async function createServicesRole(client: pg.Client, password: string): Promise<void> {
  // A statement that fails must not bring the password into the server's log.
  await client.query('set log_min_error_statement = panic')
  const name = pg.escapeIdentifier(servicesRole)
  await client.query(
    `create role ${name} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(servicesPassword(password))}`,
  )
}

/**
 * Renames the superuser `typecase` to `postgres`, and gives all that it owned to a new `typecase`. PostgreSQL neither
 * takes the rights of its first superuser away nor lets a session rename itself, so a third role does it.
 */
async function upgrade({ port, password }: ServerAddress): Promise<void> {
  const secret = randomBytes(24).toString('hex')
  await withClient(urlOf(port, servicesRole, password, 'postgres'), async (client) => {
    await client.query('set log_min_error_statement = panic')
    await client.query(`drop role if exists ${upgradeRole}`)
    await client.query(`create role ${upgradeRole} superuser login password ${pg.escapeLiteral(secret)}`)
    const found = await client.query('select 1 from pg_database where datname = $1', [servicesRole])
    // A first start that was cut short before it had a database.
    if (found.rowCount === 0) await client.query(`create database ${servicesRole}`)
  })
  await withClient(urlOf(port, upgradeRole, secret, servicesRole), async (client) => {
    await client.query('begin')
    await client.query(`alter role ${servicesRole} rename to ${superuser}`)
    await createServicesRole(client, password)
    await client.query(`alter database ${servicesRole} owner to ${servicesRole}`)
    for (const statement of await ownerStatements(client, servicesRole)) await client.query(statement)
    await client.query('commit')
  })
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
