import { AppError } from '@typecase/kernel'

/** Converts disk errors to STORAGE_UNAVAILABLE. Keeps other errors, such as those of the input stream. */
export async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!diskErrors.has(codeOf(error) ?? '')) throw error
    throw new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'The file storage is not available', {
      cause: error,
    })
  }
}

export const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code

const diskErrors = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EFBIG',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENODEV',
  'ENOMEM',
  'ENOSPC',
  'ENOTDIR',
  'ENXIO',
  'EPERM',
  'EROFS',
  // Errors of network file systems.
  'EREMOTEIO',
  'ESTALE',
  'ETIMEDOUT',
])
