import { AppError, isAppError } from '@typecase/kernel'

/** Converts errors of an unreachable, overloaded or full store to STORAGE_UNAVAILABLE. Keeps other errors. */
export async function withS3Errors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error) || !(codes.has(s3CodeOf(error) ?? '') || isWithoutCode(error))) throw error
    throw new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'The file storage is not available', {
      cause: error,
    })
  }
}

export const s3CodeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/**
 * Detects responses that have a status but no S3 error code, such as those of a proxy. For 408, 429, 499 and
 * 5xx the client library throws a plain Error with the status in its message.
 */
const isWithoutCode = (error: unknown): boolean =>
  error instanceof Error &&
  !s3CodeOf(error) &&
  (error.name === 'S3Error' || error.message.includes('Retryable HTTP status'))

export const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes(s3CodeOf(error) ?? '')

const codes = new Set([
  'Busy',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'InsufficientStorage',
  'InternalError',
  'QuotaExceeded',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'SlowDownRead',
  'SlowDownWrite',
  'XMinioStorageFull',
])
