/** Makes files durable before a site switches to them; otherwise a power cut could leave empty files. */
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inParallel } from '../../core/pages/in-parallel.ts'
import { absent } from './error-code.ts'
import type { FileSystemSync } from './file-system-sync.ts'

/** Number of files above which one `sync` of the whole file system is faster than an fsync per file. */
const many = 500
/** Concurrent fsyncs, limited by the threads of libuv. */
const atOnce = 16

export interface NewFiles {
  readonly folder: string
  /** Paths of files with new contents. */
  readonly written: readonly string[]
  /** Paths that were linked or removed. */
  readonly moved?: readonly string[]
  /** Other files to sync, in the same file system. */
  readonly besides?: readonly string[]
}

/** Missing files are ignored. */
export async function makeDurable(fileSystem: FileSystemSync, files: NewFiles): Promise<void> {
  const count = files.written.length + (files.moved?.length ?? 0)
  if (count > many && (await fileSystem.sync())) return
  for (const paths of syncOrder(files)) await inParallel(paths, atOnce, fsync)
}

/** Contents first, then directory entries. */
export function syncOrder({ folder, written, moved = [], besides = [] }: NewFiles): readonly string[][] {
  const folders = new Set([folder])
  for (const path of [...written, ...moved])
    for (let above = dirname(path); above !== '.'; above = dirname(above)) folders.add(join(folder, above))
  return [[...written.map((path) => join(folder, path)), ...besides], [...folders]]
}

export async function fsync(path: string): Promise<void> {
  const file = await open(path).catch(absent)
  try {
    await file?.sync()
  } finally {
    await file?.close()
  }
}
