import { AppError, isAppError } from '@typecase/kernel'

/** A store that cannot be reached or asks to wait is STORAGE_UNAVAILABLE; everything else stays as it is. */
export async function withS3Errors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error) || !(faults.has(s3CodeOf(error) ?? '') || isWithoutCode(error))) throw error
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
 * A proxy before the store answered, or a store that only sent a status, such as 507. The client library gives up on 408,
 * 429, 499 and 5xx with a plain Error that has the status in its message only.
 */
const isWithoutCode = (error: unknown): boolean =>
  error instanceof Error &&
  !s3CodeOf(error) &&
  (error.name === 'S3Error' || error.message.includes('Retryable HTTP status'))

export const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes(s3CodeOf(error) ?? '')

const faults = new Set([
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
