import { AppError } from '@typecase/kernel'

/** Faults of the disk as STORAGE_UNAVAILABLE; everything else, a broken source included, as it is. */
export async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!diskFaults.has(codeOf(error) ?? '')) throw error
    throw new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'The file storage is not available', {
      cause: error,
    })
  }
}

export const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code

const diskFaults = new Set([
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
  // Network file systems.
  'EREMOTEIO',
  'ESTALE',
  'ETIMEDOUT',
])
