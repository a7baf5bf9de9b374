/** A folder of this machine. */
import { constants } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { TransferError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { safePath, shown } from '../source/safe-path.ts'
import { toolFolders } from '../source/tool-folders.ts'
import { type SourceFile, type Tree, tooLarge } from '../source/tree.ts'

export async function openFolder(root: string, limits: Limits): Promise<Tree> {
  const files: SourceFile[] = []
  await list(root, '', files, limits)
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  const names = new Set(files.map(({ path }) => path))
  return {
    files,
    has: (path) => names.has(path),
    async read(path, limit = limits.textBytes) {
      const file = await openFile(root, path)
      try {
        const { size } = await file.stat()
        if (size > limit) throw tooLarge(path, limit)
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
    open: async (path): Promise<Readable> => (await openFile(root, path)).createReadStream(),
    close: async () => undefined,
  }
}

async function list(root: string, folder: string, into: SourceFile[], limits: Limits): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isSymbolicLink())
      throw new TransferError('LINK', `${shown(path)} is a symbolic link; replace it with the file itself`)
    if (entry.isDirectory()) {
      if (!toolFolders.has(entry.name)) await list(root, path, into, limits)
    } else if (entry.isFile()) {
      into.push({ path: safePath(path), bytes: await sizeOf(root, path) })
      if (into.length > limits.files)
        throw new TransferError('TOO_LARGE', `the folder has more than ${limits.files} files`)
    } else throw new TransferError('LINK', `${shown(path)} is neither a file nor a folder`)
  }
}

async function sizeOf(root: string, path: string): Promise<number> {
  const file = await openFile(root, path)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** Opens a file. Fails for a symbolic link that has replaced the file since the folder was listed. */
async function openFile(root: string, path: string): Promise<FileHandle> {
  try {
    return await open(join(root, safePath(path)), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ELOOP') throw new TransferError('LINK', `${shown(path)} is a symbolic link`)
    if (code === 'ENOENT') throw new TransferError('NOT_FOUND', `${shown(path)} does not exist`)
    throw error
  }
}
