/** Opens what the path of an import names. */
import { stat } from 'node:fs/promises'
import { TransferError } from '../errors.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import { openFolder } from './folder.ts'
import type { Tree } from './tree.ts'
import { openZip } from './zip.ts'

/**
 * Opens a folder, or a ZIP by its content. Checks all names before anything is read.
 * @throws TransferError
 */
export async function openTree(path: string, limits: Limits = defaultLimits): Promise<Tree> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new TransferError('NOT_FOUND', `${path} cannot be read (${error.code})`)
  })
  return found.isDirectory() ? openFolder(path, limits) : openZip(path, limits)
}
