/** The data folder of a standalone system. */
import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'
import { dataFolderMode } from './private-folder.ts'

/**
 * Creates the folder of a setting if missing.
 * @throws ConfigError with the variable when it is not a writable folder
 */
export async function makeFolder(variable: string, folder: string, mode?: number): Promise<void> {
  const configError = (what: string) => new ConfigError([`${variable}: ${folder} ${what}`])
  const found = await stat(folder).catch(() => undefined)
  if (found && !found.isDirectory()) throw configError('is a file: name a folder')
  try {
    await mkdir(folder, { recursive: true, ...(mode === undefined ? {} : { mode }) })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOTDIR' || code === 'EEXIST') throw configError('is below a file: name another folder')
    if (code === 'EACCES' || code === 'EPERM')
      throw configError('is not writable by this user: change its permissions, or name another folder')
    throw configError(`cannot be used (${code ?? error}): name another folder`)
  }
}

/**
 * Creates the folder and locks it for this process; the result releases it. Two processes would corrupt the
 * data.
 * @throws ConfigError when it is not writable or in use
 */
export async function takeDataFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(folder, 'typecase.pid')
  try {
    await makeFolder('TYPECASE_DATA', folder, dataFolderMode)
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
        throw new ConfigError([
          `${folder} is in use by process ${holder}: stop that one, or set TYPECASE_DATA to another folder`,
        ])
      await rm(lock, { force: true })
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const reason = error instanceof Error && 'code' in error ? error.code : String(error)
    throw new ConfigError([`TYPECASE_DATA: ${folder} cannot be used (${reason}): name another folder`])
  }
}

/** A zombie counts as ended. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined || !/\) [ZX] /.test(stat)
}

/** Secret for signing cookies, created once and private, so that sessions survive a restart. */
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

/** File with the URL of the running database, for separate commands. Removed at the stop. */
export const databaseUrlFile = 'database-url'

/** Writes the file; the result removes it. */
export async function publishDatabaseUrl(folder: string, url: string): Promise<() => Promise<void>> {
  const file = join(folder, databaseUrlFile)
  await rm(file, { force: true })
  await writeFile(file, `${url}\n`, { mode: 0o600 })
  return () => rm(file, { force: true })
}

/** URL of the database of the running system. @throws ConfigError when none runs */
export async function runningDatabase(folder: string): Promise<string> {
  try {
    return (await readFile(join(folder, databaseUrlFile), 'utf8')).trim()
  } catch {
    throw new ConfigError([`no system is running on ${folder}: start it first, or set DATABASE_URL`])
  }
}
