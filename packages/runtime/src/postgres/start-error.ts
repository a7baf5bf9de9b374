import { exhausted } from '@typecase/kernel'
import { ConfigError } from '../config/index.ts'
import { isTlsCode, withoutTls } from './errors.ts'

/** SQLSTATEs of a wrong address, user, password or database. */
const refusals = new Set(['28000', '28P01', '3D000', '42501'])

/**
 * Converts the error of an unusable database to a ConfigError with the variable and the server, never the
 * password.
 */
export function startError(error: unknown, url: string, setting = 'DATABASE_URL'): unknown {
  const cause = rootOf(error)
  const code = 'code' in cause ? String(cause.code) : ''
  const server = serverOf(url)
  if (refusals.has(code))
    return new ConfigError([`${setting}: PostgreSQL at ${server} refuses the connection: ${cause.message}`])
  if ((error as { code?: unknown }).code !== 'STORAGE_UNAVAILABLE') return error
  const lacking = exhausted(error)
  if (lacking)
    return new ConfigError([
      `${setting}: PostgreSQL at ${server} is out of resources, ${lacking.reason}: ${cause.message}`,
    ])
  if (cause.message.includes('unsupported startup parameter'))
    return new ConfigError([
      `${setting}: ${server} is PgBouncer: set DATABASE_POOL_MODE=transaction and DATABASE_DIRECT_URL (${cause.message})`,
    ])
  const tls = tlsError(code, cause, server)
  if (tls) return new ConfigError([`${setting}: ${tls}`])
  const reason = code || cause.message
  return new ConfigError([
    `${setting}: PostgreSQL at ${server} is unreachable (${reason}): start it, or set another URL`,
  ])
}

function tlsError(code: string, { message }: Error, server: string): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of PostgreSQL at ${server} is for another name: ${message}`
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of PostgreSQL at ${server} has expired`
  if (isTlsCode(code))
    return `the certificate of PostgreSQL at ${server} is not trusted (${code}): sslrootcert must name the file of its CA`
  return message === withoutTls
    ? `PostgreSQL at ${server} has no TLS: enable it, or set sslmode=disable`
    : undefined
}

function rootOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause instanceof Error ? rootOf(error.cause) : error
}

function serverOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url)
  const host = hostname || searchParams.get('host') || 'localhost'
  return `${host}:${port || searchParams.get('port') || '5432'}`
}
