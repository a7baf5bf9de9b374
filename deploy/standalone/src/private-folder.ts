/** Denies other users access to the data folder, also if an earlier version or the operator created it. */
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'

/** If root starts it, the database runs as another user, who needs to enter the folder. */
export const dataFolderMode = process.getuid?.() === 0 ? 0o711 : 0o700
const privateFolders = ['blobs']
const secretFiles = ['cookie-secret', 'database-url', 'postgres.password']
/** Names that the system creates. With other names the folder may be shared, such as a home. */
const ownNames = new Set([
  ...privateFolders,
  ...secretFiles,
  'postgres',
  'postgres.new',
  'site',
  'typecase.pid',
  'lost+found',
])

/**
 * Removes access of other users to the folder and its secrets. Returns a sentence per change, and per folder
 * that the operator must change.
 * @throws ConfigError for a secret whose mode this user cannot change
 */
export async function restrictAccess(folder: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return []
  const lines = await restrictSecrets(folder)
  const foreign = (await readdir(folder)).filter((name) => !ownNames.has(name))
  if (foreign.length === 0) lines.push(...(await restrictFolder(folder, dataFolderMode)))
  else if (await excessOf(folder, dataFolderMode)) {
    const remedy = 'move them and chmod 700 it, or set TYPECASE_DATA to a separate folder'
    lines.push(
      `${folder} is accessible to other users and has other files (${foreign.slice(0, 3).join(', ')}): ${remedy}`,
    )
  }
  for (const name of privateFolders) lines.push(...(await restrictFolder(join(folder, name), 0o700)))
  return lines
}

async function restrictSecrets(folder: string): Promise<string[]> {
  const lines: string[] = []
  for (const name of secretFiles) {
    const file = join(folder, name)
    const mode = await excessOf(file, 0o600)
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

async function restrictFolder(folder: string, wanted: number): Promise<string[]> {
  const mode = await excessOf(folder, wanted)
  if (mode === undefined) return []
  try {
    await chmod(folder, wanted)
    return [`${folder} was accessible to other users (mode ${mode}); its mode is now ${wanted.toString(8)}`]
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    return [
      `${folder} is accessible to other users (mode ${mode}) and its mode cannot be changed (${reason}): chmod ${wanted.toString(8)} it`,
    ]
  }
}

/** The mode in octal if it grants more than `wanted`; otherwise, or for a missing file, undefined. */
async function excessOf(path: string, wanted: number): Promise<string | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const mode = found && found.mode & 0o777
  return mode === undefined || (mode & ~wanted & 0o077) === 0 ? undefined : mode.toString(8)
}
