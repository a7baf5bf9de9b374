/** A folder with one subfolder per backup, named after the time at which the backup was created. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'
import { isBackup } from './manifest.ts'

/** Names sort chronologically and contain no character that a file system forbids. */
const nameOf = (moment: Date): string =>
  moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

export function backupFolder(root: string) {
  const names = async () =>
    (await readdir(root).catch(() => [])).filter((name) => backupName.test(name)).toSorted()
  const listComplete = async () => {
    const complete: string[] = []
    for (const name of await names()) if (await isBackup(join(root, name))) complete.push(name)
    return complete
  }
  return {
    listComplete,
    /** Creates the subfolder of a new backup. @throws ConfigError when the folder is not writable */
    async create(moment: Date): Promise<string> {
      const folder = join(root, nameOf(moment))
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        throw new ConfigError([`BACKUP_ROOT: ${root} is not writable (${error.code}): name another folder`])
      })
      return folder
    },
    /** Folder of the backup with that name; `latest` is the newest. @throws ConfigError when none exists */
    async find(name: string): Promise<string> {
      const complete = await listComplete()
      const match = name === 'latest' ? complete.at(-1) : complete.find((each) => each === name)
      if (match === undefined)
        throw new ConfigError([
          `${root} has no backup "${name}"; available: ${complete.join(', ') || 'none'}`,
        ])
      return join(root, match)
    },
    /**
     * Deletes incomplete backups, and all but the newest `count` complete backups. Returns the deleted names.
     * Does not delete other files.
     */
    async prune(count: number): Promise<readonly string[]> {
      const newest = new Set((await listComplete()).slice(-count))
      const old = (await names()).filter((name) => !newest.has(name))
      for (const name of old)
        if ((await stat(join(root, name))).isDirectory())
          await rm(join(root, name), { recursive: true, force: true })
      return old
    },
  }
}
