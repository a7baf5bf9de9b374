/** What is brought to the disk before a switch: without that, a power cut after it could leave a site of empty files. */
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Disk } from './disk.ts'

const run = promisify(execFile)

/** Above so many files the whole file system is brought to the disk at once, which costs one wait instead of thousands. */
const many = 500

export interface Unsettled {
  readonly folder: string
  /** Files below it, with what is in them. */
  readonly written: readonly string[]
  /** Files that came or went as names alone. */
  readonly moved?: readonly string[]
  /** Files elsewhere on that file system. */
  readonly besides?: readonly string[]
}

/** Brings the files to the disk, and every folder on the way to those below the folder. What is not there any more is passed over. */
export async function settleFiles(disk: Disk, files: Unsettled): Promise<void> {
  if (files.written.length + (files.moved?.length ?? 0) > many && (await wholeSystem(files.folder))) return
  await disk.run({ do: 'settle', lists: placesOf(files) })
}

/** First what is in files, then the names that folders hold. */
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

/** False where the machine has no program that can. */
const wholeSystem = (folder: string): Promise<boolean> =>
  run('sync', ['--file-system', folder]).then(
    () => true,
    () => false,
  )
