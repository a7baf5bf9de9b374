import { AppError, isAppError } from '@typecase/kernel'

/** A store that cannot be reached or asks to wait is STORAGE_UNAVAILABLE; everything else stays as it is. */
export async function withS3Errors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error) || !faults.has(s3CodeOf(error) ?? '')) throw error
    throw new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'The file storage is not available', { cause: error })
  }
}

export const s3CodeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

export const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(s3CodeOf(error) ?? '')

const faults = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'InternalError',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
])
