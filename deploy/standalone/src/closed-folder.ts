/** Keeps other users of the machine out of the data folder, also when an earlier version or the operator made it. */
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'

/** Started by root, the database runs as another user, who must be able to pass through. */
export const dataFolderMode = process.getuid?.() === 0 ? 0o711 : 0o700
const privateFolders = ['blobs']
const secretFiles = ['cookie-secret', 'database-url', 'postgres.password']
/** What the system keeps in its folder. Beside anything else the folder may be a shared one, such as a home. */
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
 * Takes the rights of other users from the folder and from what is private in it. The result is a sentence for each change,
 * and for each folder that has to be changed by hand.
 * @throws ConfigError for a secret that other users may read and this user may not change
 */
export async function closeToOthers(folder: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return []
  const lines = await closeSecrets(folder)
  const foreign = (await readdir(folder)).filter((name) => !ownNames.has(name))
  if (foreign.length === 0) lines.push(...(await closeFolder(folder, dataFolderMode)))
  else if (await excessOf(folder, dataFolderMode)) {
    const remedy = 'move them and chmod 700 it, or set TYPECASE_DATA to a folder of its own'
    lines.push(
      `${folder} is open to other users and holds other files (${foreign.slice(0, 3).join(', ')}): ${remedy}`,
    )
  }
  for (const name of privateFolders) lines.push(...(await closeFolder(join(folder, name), 0o700)))
  return lines
}

async function closeSecrets(folder: string): Promise<string[]> {
  const lines: string[] = []
  for (const name of secretFiles) {
    const file = join(folder, name)
    const mode = await excessOf(file, 0o600)
    if (mode === undefined) continue
    await chmod(file, 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError([
        `${file} is open to other users (mode ${mode}) and can't be closed (${error.code}): chmod 600 it`,
      ])
    })
    lines.push(`${file} was open to other users (mode ${mode}); its mode is 600 now`)
  }
  return lines
}

async function closeFolder(folder: string, wanted: number): Promise<string[]> {
  const mode = await excessOf(folder, wanted)
  if (mode === undefined) return []
  try {
    await chmod(folder, wanted)
    return [`${folder} was open to other users (mode ${mode}); its mode is ${wanted.toString(8)} now`]
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    return [
      `${folder} is open to other users (mode ${mode}) and can't be closed (${reason}): chmod ${wanted.toString(8)} it`,
    ]
  }
}

/** The mode in octal digits when it gives more than `wanted`, else undefined; so too when nothing is there. */
async function excessOf(path: string, wanted: number): Promise<string | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const mode = found && found.mode & 0o777
  return mode === undefined || (mode & ~wanted & 0o077) === 0 ? undefined : mode.toString(8)
}
