/** A folder of backups, each in a folder named after its moment. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'
import { isBackup } from './manifest.ts'

/** Sorts as time does, and is a name on every file system. */
const nameOf = (moment: Date): string =>
  moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
const named = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

export function shelf(root: string) {
  const names = async () =>
    (await readdir(root).catch(() => [])).filter((name) => named.test(name)).toSorted()
  const whole = async () => {
    const found: string[] = []
    for (const name of await names()) if (await isBackup(join(root, name))) found.push(name)
    return found
  }
  return {
    whole,
    /** A new folder for a backup of that moment. @throws ConfigError where the shelf can't be written */
    async place(moment: Date): Promise<string> {
      const folder = join(root, nameOf(moment))
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        throw new ConfigError([`BACKUP_ROOT: ${root} can't be written (${error.code}): name another folder`])
      })
      return folder
    },
    /** The folder of that backup, or of the newest. @throws ConfigError when there is none */
    async find(name: string): Promise<string> {
      const found = await whole()
      const wanted = name === 'latest' ? found.at(-1) : found.find((each) => each === name)
      if (wanted === undefined)
        throw new ConfigError([`${root} holds no backup "${name}"; there are: ${found.join(', ') || 'none'}`])
      return join(root, wanted)
    },
    /** Removes all but the newest, and what was never finished; answers their names. Whatever else lies there stays. */
    async keep(count: number): Promise<readonly string[]> {
      const kept = new Set((await whole()).slice(-count))
      const old = (await names()).filter((name) => !kept.has(name))
      for (const name of old)
        if ((await stat(join(root, name))).isDirectory())
          await rm(join(root, name), { recursive: true, force: true })
      return old
    },
  }
}
