import { AppError, isAppError } from '@typecase/kernel'

/** Code of the error when Postgres cannot be reached, is shutting down, or has no connection, memory or disk space left. */
export const STORAGE_UNAVAILABLE = 'STORAGE_UNAVAILABLE'
/** Code of the error when Postgres ended a statement because it ran longer than the statement timeout. */
export const STORAGE_TIMEOUT = 'STORAGE_TIMEOUT'

/**
 * Turns a fault of the connection or of the server into AppError `unavailable` and leaves every other error as it is, so that constraint
 * violations keep their SQLSTATE. STORAGE_UNAVAILABLE means the statement may or may not have been committed.
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

/** The name of the violated unique constraint or index, or undefined when the error is something else. */
export function uniqueViolation(error: unknown): string | undefined {
  if (codeOf(error) !== '23505') return undefined
  const constraint = (error as { constraint?: unknown }).constraint
  return typeof constraint === 'string' ? constraint : ''
}

/** True when Postgres asks for the whole transaction to be run again: serialization failure or deadlock. */
export const wantsRetry = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '')

function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (connectionCodes.has(code) || isUnavailableState.test(code) || isTlsCode(code)))
    return true
  // A Unix socket is missing while its server starts again.
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
  '55P03', // a lock was not to be had in time
])

/**
 * Classes of SQLSTATE in which the statement is right and the server can't carry it out now: 08 connection, 53 insufficient
 * resources (disk full, out of memory, too many connections), 57P the server starts or stops, 58 errors of its system.
 */
const isUnavailableState = /^(08...|53...|57P..|580..)$/

/** Codes by which Node refuses the certificate of a server. */
export const isTlsCode = (code: string): boolean =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)

/** pg's error for a server that has TLS switched off. */
export const withoutTls = 'The server does not support SSL connections'

/** pg-pool's error when a caller got no connection in time. */
const waitedTooLong = 'timeout exceeded when trying to connect'

/** True when a caller got no connection because all that the pool may have were in use. */
export const isPoolExhausted = (error: unknown, used: number, max: number): boolean =>
  error instanceof Error && error.message.includes(waitedTooLong) && used >= max

/** Faults that pg reports without a code. */
const connectionMessages = [
  'Connection terminated',
  withoutTls,
  waitedTooLong,
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
