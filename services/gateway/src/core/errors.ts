/** Errors of the gateway itself. */
import { AppError, invalid, type Problem } from '@typecase/kernel'

export const routeNotFound = () => new AppError('not_found', 'NOT_FOUND', 'Not found')
export const revisionNotFound = () => new AppError('not_found', 'REVISION_NOT_FOUND', 'Revision not found')
export const methodNotAllowed = (allow: readonly string[]) =>
  new AppError('invalid', 'METHOD_NOT_ALLOWED', `Method not allowed. Allowed: ${allow.join(', ')}`)
export const unauthorized = () => new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
export const forbidden = (message = 'Forbidden') => new AppError('forbidden', 'FORBIDDEN', message)
export const crossOrigin = () =>
  new AppError(
    'forbidden',
    'CROSS_ORIGIN',
    'A request with the session cookie must come from the same origin',
  )
export const noToken = () => new AppError('invalid', 'NO_TOKEN', 'No token provided')
export const rateLimited = (retryAfter: number) =>
  new AppError('limited', 'RATE_LIMITED', 'Too many requests. Please try again later.', {
    fields: { retryAfter },
  })
export const tooManyStreams = (most: number) =>
  new AppError('limited', 'TOO_MANY_STREAMS', `You have ${most} event streams open; close one first`)

export const malformedBody = (message: string) => new AppError('invalid', 'MALFORMED_BODY', message)
export const malformedUrl = () => new AppError('invalid', 'MALFORMED_URL', 'The URL is not valid')
export const bodyTooLarge = () => new AppError('invalid', 'BODY_TOO_LARGE', 'Request body too large')
export const bodyTooSlow = () =>
  new AppError('invalid', 'REQUEST_TIMEOUT', 'The request body arrived too slowly')
export const wrongContentType = (expected: string) =>
  new AppError('invalid', 'UNSUPPORTED_CONTENT_TYPE', `Content-Type must be ${expected}`)
export const noFile = () => new AppError('invalid', 'NO_FILE', 'No file uploaded')
export const fileTooLarge = () => new AppError('invalid', 'FILE_TOO_LARGE', 'File too large')
export const badIdempotencyKey = () =>
  new AppError(
    'invalid',
    'INVALID_IDEMPOTENCY_KEY',
    'Idempotency-Key must be 1 to 200 visible ASCII characters',
  )
export const preconditionFailed = () =>
  new AppError('stale', 'PRECONDITION_FAILED', 'The item has changed since it was read')
export const bodyMismatch = (message: string) => invalid([{ path: '', message }])
export const invalidInput = (problems: readonly Problem[], message?: string) => invalid(problems, message)
