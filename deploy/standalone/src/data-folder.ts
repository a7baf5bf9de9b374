/** The data folder of a standalone system: its lock and the secrets in it. */
import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'
import { dataFolderMode } from './private-folder.ts'

/**
 * Creates the folder if it is missing. `variable` is the setting that names the folder.
 * @throws ConfigError with that setting when the path is a file or is not writable
 */
export async function makeFolder(variable: string, folder: string, mode?: number): Promise<void> {
  const configError = (what: string) => new ConfigError([`${variable}: ${folder} ${what}`])
  const found = await stat(folder).catch(() => undefined)
  if (found && !found.isDirectory()) throw configError(`is a file: set ${variable} to a folder`)
  try {
    await mkdir(folder, { recursive: true, ...(mode === undefined ? {} : { mode }) })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const remedy = `set ${variable} to another folder`
    if (code === 'ENOTDIR' || code === 'EEXIST') throw configError(`is inside a file: ${remedy}`)
    if (code === 'EACCES' || code === 'EPERM')
      throw configError(`is not writable by this user: change its permissions, or ${remedy}`)
    throw configError(`cannot be used (${code ?? error}): ${remedy}`)
  }
}

/**
 * Creates the data folder if missing and locks it for this process, because a second process would corrupt
 * the data. Returns a function that releases the lock. @throws ConfigError when the folder is not writable or
 * in use
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
          `${folder} is in use by process ${holder}: stop that process, or set TYPECASE_DATA to another folder`,
        ])
      await rm(lock, { force: true })
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const reason = error instanceof Error && 'code' in error ? error.code : String(error)
    throw new ConfigError([
      `TYPECASE_DATA: ${folder} cannot be used (${reason}): set TYPECASE_DATA to another folder`,
    ])
  }
}

/** True if a process with that id exists and is not a zombie. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined || !/\) [ZX] /.test(stat)
}

/**
 * Secret for signing cookies. It is created once and stored, so that sessions survive a restart; only this
 * user can read it.
 */
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

/** File with the database URL of the running system, for separate commands. Deleted when the system stops. */
export const databaseUrlFile = 'database-url'

/** Writes the file; returns a function that deletes it. */
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
