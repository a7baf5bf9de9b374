/** Opens files chosen in a browser: a folder, a ZIP, or exports in XML or JSON. */
import { TransferError } from '../errors.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import { safePath } from '../source/safe-path.ts'
import { toolFolders } from '../source/tool-folders.ts'
import { type Tree, tooLarge } from '../source/tree.ts'
import { blobTree } from './blob-tree.ts'
import { openZip } from './zip-tree.ts'

export interface ChosenFile {
  /** Name, or path that starts with the chosen folder. */
  readonly path: string
  readonly blob: Blob
}

/** Opens the files after checking all names. @throws TransferError */
export async function openFiles(files: readonly ChosenFile[], limits: Limits = defaultLimits): Promise<Tree> {
  const [first] = files
  if (!first) throw new TransferError('NOT_FOUND', 'no file was chosen')
  if (files.length === 1 && !first.path.includes('/')) return openSingle(first, limits)
  return openFolder(files, limits)
}

async function openSingle({ path, blob }: ChosenFile, limits: Limits): Promise<Tree> {
  const isExport = /\.(xml|json)$/i.test(path) && !(await startsAsZip(blob))
  if (!isExport) return openZip(blob, path, limits)
  if (blob.size > limits.exportBytes) throw tooLarge(path, limits.exportBytes)
  return blobTree(new Map([[safePath(path), blob]]), limits)
}

async function startsAsZip(blob: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer())
  return first === 0x50 && second === 0x4b
}

/** Does not check for symbolic links, because browsers follow them. */
function openFolder(files: readonly ChosenFile[], limits: Limits): Tree {
  const root = files[0]?.path.split('/')[0] ?? ''
  const isBelowRoot = files.every(({ path }) => path.startsWith(`${root}/`))
  const blobs = new Map<string, Blob>()
  for (const { path, blob } of files) {
    const inside = safePath(isBelowRoot ? path.slice(root.length + 1) : path)
    if (
      inside
        .split('/')
        .slice(0, -1)
        .some((folder) => toolFolders.has(folder))
    )
      continue
    blobs.set(inside, blob)
    if (blobs.size > limits.files)
      throw new TransferError('TOO_LARGE', `the folder has more than ${limits.files} files`)
  }
  return blobTree(blobs, limits)
}
