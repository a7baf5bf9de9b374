/** Opens the source of an import. */
import { open, stat } from 'node:fs/promises'
import { TransferError } from '../errors.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import type { Tree } from '../source/tree.ts'
import { openFolder } from './folder.ts'
import { openSingleFile } from './single-file.ts'
import { openZip } from './zip.ts'

/** Opens a folder or a ZIP after checking its file names, or an XML or JSON export. @throws TransferError */
export async function openTree(path: string, limits: Limits = defaultLimits): Promise<Tree> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new TransferError('NOT_FOUND', `${path} cannot be read (${error.code})`)
  })
  if (found.isDirectory()) return openFolder(path, limits)
  const isExport = /\.(xml|json)$/i.test(path) && !(await startsAsZip(path))
  return isExport ? openSingleFile(path, limits) : openZip(path, limits)
}

async function startsAsZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.toString('latin1') === 'PK'
  } finally {
    await file.close()
  }
}
