/**
 * Makes the data folder inaccessible to other users of the machine, even if an earlier version or the
 * operator created it with a wider mode.
 */
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'

/** If root starts the system, PostgreSQL runs as another user, who must be able to enter the folder. */
export const dataFolderMode = process.getuid?.() === 0 ? 0o711 : 0o700
const privateFolders = ['blobs']
const secretFiles = ['cookie-secret', 'database-url', 'postgres.password']
/**
 * Names to expect in a data folder. A folder with other files, such as a home directory, may be shared on
 * purpose, so its mode is not changed.
 */
const expectedNames = new Set([
  ...privateFolders,
  ...secretFiles,
  'postgres',
  'postgres.new',
  'site',
  'typecase.pid',
  'lost+found',
])

/**
 * Removes other users' access to the folder and its secrets. Returns one sentence per change, and one per
 * folder that the operator must change.
 * @throws ConfigError when other users can read a secret and this user cannot change its mode
 */
export async function restrictAccess(folder: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return []
  const lines = await restrictSecrets(folder)
  const unknownNames = (await readdir(folder)).filter((name) => !expectedNames.has(name))
  if (unknownNames.length === 0) lines.push(...(await restrictFolder(folder, dataFolderMode)))
  else if (await excessiveMode(folder, dataFolderMode)) {
    const remedy = `move those files and chmod ${dataFolderMode.toString(8)} the folder, or set TYPECASE_DATA to a separate folder`
    lines.push(
      `${folder} is accessible to other users and has files that Typecase did not create (${unknownNames.slice(0, 3).join(', ')}): ${remedy}`,
    )
  }
  for (const name of privateFolders) lines.push(...(await restrictFolder(join(folder, name), 0o700)))
  return lines
}

async function restrictSecrets(folder: string): Promise<string[]> {
  const lines: string[] = []
  for (const name of secretFiles) {
    const file = join(folder, name)
    const mode = await excessiveMode(file, 0o600)
    if (mode === undefined) continue
    await chmod(file, 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError([
        `${file} is accessible to other users (mode ${mode}) and its mode cannot be changed (${error.code}): chmod 600 it`,
      ])
    })
    lines.push(`${file} was accessible to other users (mode ${mode}); its mode is now 600`)
  }
  return lines
}

async function restrictFolder(folder: string, allowed: number): Promise<string[]> {
  const mode = await excessiveMode(folder, allowed)
  if (mode === undefined) return []
  try {
    await chmod(folder, allowed)
    return [`${folder} was accessible to other users (mode ${mode}); its mode is now ${allowed.toString(8)}`]
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    return [
      `${folder} is accessible to other users (mode ${mode}) and its mode cannot be changed (${reason}): chmod ${allowed.toString(8)} it`,
    ]
  }
}

/** The mode of the path in octal if it grants other users more than `allowed`; otherwise undefined. */
async function excessiveMode(path: string, allowed: number): Promise<string | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const mode = found && found.mode & 0o777
  return mode === undefined || (mode & ~allowed & 0o077) === 0 ? undefined : mode.toString(8)
}
