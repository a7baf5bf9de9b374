/** A folder of backups, each in a subfolder named by its time. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'
import { isBackup } from './manifest.ts'

/** Sorts by time, and is valid on every file system. */
const nameOf = (moment: Date): string =>
  moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
const named = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

export function backupFolder(root: string) {
  const names = async () =>
    (await readdir(root).catch(() => [])).filter((name) => named.test(name)).toSorted()
  const whole = async () => {
    const found: string[] = []
    for (const name of await names()) if (await isBackup(join(root, name))) found.push(name)
    return found
  }
  return {
    whole,
    /** Creates a subfolder for a backup of that time. @throws ConfigError when the folder is not writable */
    async create(moment: Date): Promise<string> {
      const folder = join(root, nameOf(moment))
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        throw new ConfigError([`BACKUP_ROOT: ${root} is not writable (${error.code}): name another folder`])
      })
      return folder
    },
    /** The subfolder of a backup, or of the newest. @throws ConfigError when it does not exist */
    async find(name: string): Promise<string> {
      const found = await whole()
      const wanted = name === 'latest' ? found.at(-1) : found.find((each) => each === name)
      if (wanted === undefined)
        throw new ConfigError([`${root} has no backup "${name}"; there are: ${found.join(', ') || 'none'}`])
      return join(root, wanted)
    },
    /** Deletes incomplete backups and all but the newest `count`; returns their names. Other files stay. */
    async prune(count: number): Promise<readonly string[]> {
      const newest = new Set((await whole()).slice(-count))
      const old = (await names()).filter((name) => !newest.has(name))
      for (const name of old)
        if ((await stat(join(root, name))).isDirectory())
          await rm(join(root, name), { recursive: true, force: true })
      return old
    },
  }
}
