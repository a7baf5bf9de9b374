import { AppError, isAppError } from '@typecase/kernel'

/** Error code when Postgres is unreachable, shutting down, or out of connections, memory or disk space. */
export const STORAGE_UNAVAILABLE = 'STORAGE_UNAVAILABLE'
/** Error code when a statement exceeded the statement timeout. */
export const STORAGE_TIMEOUT = 'STORAGE_TIMEOUT'

/**
 * Converts connection errors and server outages to AppErrors of kind `unavailable`. Other errors stay
 * unchanged. After STORAGE_UNAVAILABLE the statement may have been committed.
 */
export function translated(error: unknown): unknown {
  if (isAppError(error)) return error
  if (codeOf(error) === '57014')
    return new AppError('unavailable', STORAGE_TIMEOUT, 'The database did not answer in time', {
      cause: error,
    })
  if (isUnavailable(error))
    return new AppError('unavailable', STORAGE_UNAVAILABLE, 'The database is not available', { cause: error })
  return error
}

/** Name of the violated unique constraint or index; undefined for other errors. */
export function uniqueViolation(error: unknown): string | undefined {
  if (codeOf(error) !== '23505') return undefined
  const constraint = (error as { constraint?: unknown }).constraint
  return typeof constraint === 'string' ? constraint : ''
}

/** True for a serialization failure or deadlock: repeat the whole transaction. */
export const wantsRetry = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '')

function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (connectionCodes.has(code) || isUnavailableState.test(code) || isTlsCode(code)))
    return true
  // A Unix socket is missing while its server restarts.
  if (code === 'ENOENT' && (error as { syscall?: unknown }).syscall === 'connect') return true
  return error instanceof Error && connectionMessages.some((text) => error.message.includes(text))
}

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '25006', // a demoted primary: read-only
  '55P03', // lock timeout
])

/**
 * SQLSTATE classes of a server that cannot execute a valid statement: 08 connection, 53 insufficient
 * resources, 57P start or stop, 58 system errors.
 */
const isUnavailableState = /^(08...|53...|57P..|580..)$/

/** Codes with which Node rejects a server certificate. */
export const isTlsCode = (code: string): boolean =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)

/** pg's error for a server without TLS. */
export const withoutTls = 'The server does not support SSL connections'

/** pg-pool's error when a caller got no connection in time. */
const poolTimeout = 'timeout exceeded when trying to connect'

/** True if the caller got no connection because all connections of the pool were in use. */
export const isPoolExhausted = (error: unknown, used: number, max: number): boolean =>
  error instanceof Error && error.message.includes(poolTimeout) && used >= max

/** Errors that pg reports without a code. */
const connectionMessages = [
  'Connection terminated',
  withoutTls,
  poolTimeout,
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
