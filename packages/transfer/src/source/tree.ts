/** Files to import: a folder, a ZIP, or files chosen in a browser. */
import type { ByteStream } from '../bytes.ts'
import { TransferError } from '../errors.ts'
import { shown } from './safe-path.ts'

export interface SourceFile {
  /** Relative, with forward slashes, safe (see safePath). */
  readonly path: string
  readonly bytes: number
}

export interface Tree {
  /** Sorted by path. */
  readonly files: readonly SourceFile[]
  has(path: string): boolean
  /** @throws TransferError TOO_LARGE beyond `limit` bytes, or DAMAGED if the stored bytes are damaged */
  read(path: string, limit?: number): Promise<Uint8Array>
  open(path: string): Promise<ByteStream>
  close(): Promise<void>
}

/** A tree of the files below a folder; the same tree if `folder` is empty. */
export function below(tree: Tree, folder: string): Tree {
  if (folder === '') return tree
  const prefix = `${folder}/`
  const files = tree.files
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path, bytes }) => ({ path: path.slice(prefix.length), bytes }))
  return {
    files,
    has: (path) => tree.has(prefix + path),
    read: (path, limit) => tree.read(prefix + path, limit),
    open: (path) => tree.open(prefix + path),
    close: () => tree.close(),
  }
}

export const tooLarge = (path: string, limit: number): TransferError =>
  new TransferError('TOO_LARGE', `${shown(path)} has more than ${limit} bytes`)
