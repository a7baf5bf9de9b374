/** The folder that holds everything a standalone system keeps. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'

/**
 * Makes the folder where it is missing and takes it for this process: two processes on one folder would fight over the
 * database. The result gives it back. @throws ConfigError when it can't be written or another process has it.
 */
export async function takeDataFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(folder, 'typecase.pid')
  try {
    // Others may pass through: the database runs as another user when root starts it.
    await mkdir(folder, { recursive: true, mode: 0o711 })
    for (;;) {
      const taken = await open(lock, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return undefined
        throw error
      })
      if (taken) {
        await taken.writeFile(`${process.pid}\n`)
        await taken.close()
        return () => rm(lock, { force: true })
      }
      const holder = Number((await readFile(lock, 'utf8').catch(() => '')).trim())
      if (holder && holder !== process.pid && (await isRunning(holder)))
        throw new ConfigError([`${folder} is in use by process ${holder}: stop that one, or set TYPECASE_DATA to another folder`])
      await rm(lock, { force: true })
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const reason = error instanceof Error && 'code' in error ? error.code : String(error)
    throw new ConfigError([
      `${folder} can't be used (${reason}): give this user the right to write there, or set TYPECASE_DATA to another folder`,
    ])
  }
}

/** A zombie has ended, although its number is still taken. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined || !/\) [ZX] /.test(stat)
}

/** The secret that signs cookies: made once, kept for this user only, so that sessions outlive a restart. */
export async function cookieSecret(folder: string): Promise<string> {
  const file = join(folder, 'cookie-secret')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const secret = randomBytes(32).toString('base64url')
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return secret
  }
}

/** Where the running database can be reached, for commands beside the system. Of this user only; gone when it stops. */
export const databaseUrlFile = 'database-url'

/** Writes that file. The result removes it. */
export async function publishDatabaseUrl(folder: string, url: string): Promise<() => Promise<void>> {
  const file = join(folder, databaseUrlFile)
  await rm(file, { force: true })
  await writeFile(file, `${url}\n`, { mode: 0o600 })
  return () => rm(file, { force: true })
}
