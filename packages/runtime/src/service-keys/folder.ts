import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceNames } from '@typecase/contracts/callers'
import type { KeyFiles } from './make-keys.ts'

/** Writes a file for each service, named after it, that only this user may read. */
export async function writeServiceKeys(folder: string, files: KeyFiles): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of serviceNames) {
    const file = join(folder, name)
    // A file that is half written is no key: it takes its place when it is whole.
    await writeFile(`${file}.new`, files[name], { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
}

/** The files of that folder. @throws Error when one is missing */
export async function readKeyFolder(folder: string): Promise<KeyFiles> {
  const texts = serviceNames.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts)) as KeyFiles
}
