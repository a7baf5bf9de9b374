/** What was written lies in memory until it is synced: without that, a power cut after a switch could leave a site of empty files. */
import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { inParallel } from '../../core/generations/in-parallel.ts'

const run = promisify(execFile)

/** More than the threads of libuv have no effect. */
const atOnce = 16

/** Above so many files the whole file system is brought to the disk at once, which costs one wait instead of thousands. */
const many = 500

/**
 * Brings those files below the folder to the disk, and every folder on the way to them; of others, which came or went as names alone,
 * the folders. What is not there any more is passed over.
 */
export async function settleFiles(folder: string, written: readonly string[], moved: readonly string[] = []): Promise<void> {
  if (written.length + moved.length > many && (await wholeSystem(folder))) return
  const folders = new Set([folder])
  for (const path of [...written, ...moved]) {
    for (let above = dirname(path); above !== '.'; above = dirname(above)) folders.add(join(folder, above))
  }
  await settle(written.map((path) => join(folder, path)))
  await settle([...folders])
}

/** False where the machine has no program that can. */
const wholeSystem = (folder: string): Promise<boolean> =>
  run('sync', ['--file-system', folder]).then(
    () => true,
    () => false,
  )

/** Brings the contents of files, and the names that folders hold, to the disk. */
export const settle = (places: readonly string[]): Promise<void> =>
  inParallel(places, atOnce, async (place) => {
    const handle = await open(place, 'r').catch(absent)
    try {
      await handle?.sync()
    } finally {
      await handle?.close()
    }
  })

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
