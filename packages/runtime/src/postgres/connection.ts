import pg, { type ClientConfig } from 'pg'
import type { PoolMode } from './settings.ts'

const int8 = 20

/** pg's parsers, except that int8 is a number. A value beyond the safe integers is an error. */
const types = new pg.TypeOverrides()
types.setTypeParser(int8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit into a number`)
  return value
})

export interface ConnectionSettings {
  readonly url: string
  readonly schema: string
  readonly applicationName: string
  readonly statementTimeoutMs: number
  readonly poolMode: PoolMode
}

/**
 * Settings for pg. The search path is a start-up option. A pooler in transaction mode refuses such options;
 * there, local-settings.ts sets the search path for each transaction.
 */
export function clientConfig({
  url,
  schema,
  applicationName,
  statementTimeoutMs,
  poolMode,
}: ConnectionSettings): ClientConfig {
  const shared = { application_name: applicationName, keepAlive: true, types }
  if (poolMode === 'transaction') return { ...shared, connectionString: url }
  const address = new URL(url)
  const options = [address.searchParams.get('options'), `-c search_path=${schema}`].filter(Boolean).join(' ')
  address.searchParams.delete('options')
  return { ...shared, connectionString: address.href, options, statement_timeout: statementTimeoutMs }
}

/**
 * Returns the schema name if start-up options, channel names and migration tables allow it. It has at most 48
 * characters, because a channel name that contains it has at most 63 bytes.
 * @throws TypeError for any other name
 */
export function checkedSchema(schema: string): string {
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema))
    throw new TypeError(`Not a schema name: ${JSON.stringify(schema)}`)
  return schema
}
