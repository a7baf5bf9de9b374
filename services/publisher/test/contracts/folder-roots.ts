/** Site roots in temporary folders, each with a store. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type FolderSiteStore, folderSiteStore } from '../../src/adapters/folder/site-store.ts'

/** Deletes the folders after the tests of the file. */
export function folderRoots() {
  let base = ''
  let count = 0
  const stores = new Map<string, FolderSiteStore>()
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'typecase-sites-'))
  })
  afterAll(async () => {
    for (const store of stores.values()) await store.close()
    await rm(base, { recursive: true, force: true })
  })
  return {
    async freshRoot(): Promise<string> {
      const root = join(base, String(++count))
      await mkdir(root)
      return root
    },
    /** One store per root, as in one process. */
    storeOf(root: string): FolderSiteStore {
      const store = stores.get(root) ?? folderSiteStore(root)
      stores.set(root, store)
      return store
    },
    /** Closes the store of that root, so that `storeOf` opens a new one, like a new process. */
    async restarted(root: string): Promise<void> {
      await stores.get(root)?.close()
      stores.delete(root)
    },
  }
}

/** Contents by path. */
export async function treeOf(dir: string): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(
      (await files(dir)).map(async (path) => [path, await readFile(join(dir, path), 'utf8')] as const),
    ),
  )
}

/** Sorted paths of the files; empty if the folder does not exist. */
export async function files(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const base = await realpath(dir).catch(() => dir)
  const names = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => join(await realpath(entry.parentPath), entry.name).slice(base.length + 1)),
  )
  return names.sort()
}
