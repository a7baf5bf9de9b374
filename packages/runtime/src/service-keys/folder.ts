import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceNames } from '@typecase/contracts/callers'
import type { KeyFiles } from './generate-keys.ts'

/** Writes one file per service, readable by this user only. */
export async function writeServiceKeys(folder: string, files: KeyFiles): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of serviceNames) {
    const file = join(folder, name)
    // Renamed when complete, so that no service reads a partial file.
    await writeFile(`${file}.new`, files[name], { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
}

/** @throws Error when a file is missing */
export async function readKeyFolder(folder: string): Promise<KeyFiles> {
  const texts = serviceNames.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts)) as KeyFiles
}
