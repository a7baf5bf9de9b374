/** What was written lies in memory until it is synced: without that, a power cut after a switch could leave a site of empty files. */
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inParallel } from '../../core/generations/in-parallel.ts'

/** More than the threads of libuv have no effect. */
const atOnce = 16

/** Brings those files below the folder to the disk, and every folder on the way to them. What is not there any more is passed over. */
export async function settleFiles(folder: string, paths: Iterable<string>): Promise<void> {
  const files = [...paths]
  const folders = new Set([folder])
  for (const path of files) {
    for (let above = dirname(path); above !== '.'; above = dirname(above)) folders.add(join(folder, above))
  }
  await settle(files.map((path) => join(folder, path)))
  await settle([...folders])
}

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
