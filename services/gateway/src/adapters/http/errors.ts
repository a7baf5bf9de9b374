/** Maps errors to HTTP statuses: a table by kind of error, and a table of codes with another status. */
import { AppError, type ErrorKind, isAppError } from '@typecase/kernel'
import { boundedError, maxTextLength } from './bounded-error.ts'

/** A `Record`, so that a missing kind is a type error. */
const statusOfKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  refused: 400,
  limited: 429,
  unavailable: 503,
  internal: 500,
}

const statusOfCode: Readonly<Record<string, number>> = {
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  MEDIA_IN_USE: 409,
  THEME_EXISTS: 409,
  UP_TO_DATE: 409,
  RESERVED_SLUG: 409,
  BODY_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  IMAGE_TOO_LARGE: 413,
  UNSUPPORTED_CONTENT_TYPE: 415,
  UNSUPPORTED_FILE_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  IDEMPOTENCY_MISMATCH: 422,
  // Unusual statuses of the contract (contract.md#user-conflicts).
  DUPLICATE_USER: 500,
  GENERATION_FAILED: 500,
  MARKETPLACE_PACKAGE_INVALID: 502,
}

/** Fields of errors that are sent as headers, not as members of the body. */
const headerFields = new Set(['retryAfter', 'limit', 'remaining', 'resetAt'])

/** Seconds until a retry, if the error does not state them. */
export const defaultRetryAfter = 2

export interface PublicError {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details: readonly { path: string; message: string }[]
  /** Members in addition to `error` and `code`. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Seconds until a retry. */
  readonly retryAfter?: number
  /** True for unexpected errors. These are bugs, which are logged. */
  readonly internal: boolean
}

/**
 * Converts any thrown value to an error of limited size for clients. Unexpected errors get a fixed text
 * (contract.md#envelope).
 */
export function publicError(thrown: unknown): PublicError {
  const known = isAppError(thrown) && (thrown.kind !== 'internal' || statusOfCode[thrown.code] !== undefined)
  const error = known ? thrown : new AppError('internal', 'INTERNAL_ERROR', 'Internal server error')
  const status = statusOfCode[error.code] ?? statusOfKind[error.kind]
  const { retryAfter } = error.fields
  return boundedError({
    status,
    // All errors about missing items have the same code (contract.md#error-codes).
    code: error.kind === 'not_found' ? 'NOT_FOUND' : error.code,
    message: sentence(error),
    details: error.code === 'THEME_INVALID' ? [] : error.problems,
    fields: {
      ...Object.fromEntries(Object.entries(error.fields).filter(([name]) => !headerFields.has(name))),
      ...themeErrors(error),
    },
    ...(status === 429 || status === 503
      ? {
          retryAfter: typeof retryAfter === 'number' ? Math.max(1, Math.ceil(retryAfter)) : defaultRetryAfter,
        }
      : {}),
    internal: !known,
  })
}

/** Combines path and message of the first problem into a sentence (contract.md#error-codes). */
function sentence({ message, problems: [first] }: AppError): string {
  if (
    first?.message !== message ||
    first.path === '' ||
    first.path.length > maxTextLength ||
    !/^(Must|Is|Has) /.test(message)
  )
    return message
  return `${first.path} ${message.charAt(0).toLowerCase()}${message.slice(1)}`
}

/** A rejected theme lists its errors as texts (contract.md#theme-packages). */
function themeErrors({ code, problems }: AppError): Record<string, unknown> {
  if (code !== 'THEME_INVALID') return {}
  const validationErrors = problems.map(({ path, message }) =>
    path === '' || message.includes(path) ? message : `${path}: ${message}`,
  )
  return {
    validationErrors,
    message: `The theme has ${validationErrors.length} error${validationErrors.length === 1 ? '' : 's'}.`,
  }
}
