import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { minimalEnvironment } from '@typecase/runtime/child-process'
import { type Account, commandFor } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { superuser } from './roles.ts'

/** Environment of the server and of initdb. */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({
  ...minimalEnvironment(),
  LC_ALL: 'C',
  TZ: 'UTC',
})

export const passwordFile = (dataDir: string): string => `${dataDir}.password`

/**
 * Creates a database cluster whose superuser has a random password. Renames a temporary folder, so that an
 * interrupted start leaves no partial cluster.
 */
export async function initialiseDataDir(
  binaries: PostgresBinaries,
  account: Account,
  { dataDir, safety }: { readonly dataDir: string; readonly safety?: 'durable' | 'fast' },
): Promise<void> {
  const { uid, gid } = account
  const draft = `${dataDir}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile(dataDir), randomBytes(18).toString('hex'), { mode: 0o600 })
  if (uid !== undefined && gid !== undefined) {
    await chown(draft, uid, gid)
    await chown(passwordFile(dataDir), uid, gid)
  }
  const args = [
    '-D',
    draft,
    '-U',
    superuser,
    `--pwfile=${passwordFile(dataDir)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  ]
  // The built-in provider sorts and folds case equally on every machine.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (safety === 'fast') args.push('--no-sync')
  try {
    const initdb = commandFor(account, binaries.initdb, args)
    execFileSync(initdb.command, initdb.args, { uid, gid, stdio: 'pipe', env: postgresEnvironment() })
  } catch (error) {
    throw new Error(initError(dataDir, error), { cause: error })
  }
  await rename(draft, dataDir)
}

function initError(dataDir: string, error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: Buffer | string; stderr?: Buffer | string }
  const words = `${stdout}${stderr}`.trim() || String(error)
  return `A database could not be created in ${dataDir}:\n${words}`
}
