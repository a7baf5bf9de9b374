/** Makes files durable before a switch, so that a power cut leaves no site of empty files. */
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Disk } from './disk.ts'

const run = promisify(execFile)

/** Above this number `sync` of the whole file system is cheaper. */
const many = 500

export interface Unsettled {
  readonly folder: string
  /** Paths of files with new contents. */
  readonly written: readonly string[]
  /** Paths that were linked or removed. */
  readonly moved?: readonly string[]
  /** Other files of the same file system. */
  readonly besides?: readonly string[]
}

/** Missing files are ignored. */
export async function settleFiles(disk: Disk, files: Unsettled): Promise<void> {
  if (files.written.length + (files.moved?.length ?? 0) > many && (await wholeSystem(files.folder))) return
  await disk.run({ do: 'settle', lists: placesOf(files) })
}

/** Contents first, then directory entries. */
export function placesOf({
  folder,
  written,
  moved = [],
  besides = [],
}: Unsettled): readonly (readonly string[])[] {
  const folders = new Set([folder])
  for (const path of [...written, ...moved]) {
    for (let above = dirname(path); above !== '.'; above = dirname(above)) folders.add(join(folder, above))
  }
  return [[...written.map((path) => join(folder, path)), ...besides], [...folders]]
}

/** False where there is no `sync` program. */
const wholeSystem = (folder: string): Promise<boolean> =>
  run('sync', ['--file-system', folder]).then(
    () => true,
    () => false,
  )
