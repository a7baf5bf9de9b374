import { lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { leaseLost } from '../../core/errors.ts'
import { fsync } from './durable.ts'
import { absent } from './error-code.ts'

export interface Switch {
  readonly output: string
  readonly releases: string
  readonly token: number
  readonly folder: string
  /** Directory to rename to `folder` before the switch. */
  readonly staged?: string
}

/**
 * Links an output to another release.
 * @throws LEASE_LOST if a publisher with a greater token has switched the output
 */
export async function switchOutput({ output, releases, token, folder, staged }: Switch): Promise<void> {
  await claim(releases, token)
  if (staged !== undefined) {
    await rename(staged, folder)
    await fsync(releases)
  }
  await point(output, folder)
  await fsync(dirname(output))
}

/** File with the token of the last switch. */
const tokenFile = (releases: string): string => join(releases, 'last-token')

/**
 * Records the token, so that publishers with a smaller one are refused from now on. Not synced, because a
 * power cut also ends those publishers.
 */
async function claim(releases: string, token: number): Promise<void> {
  const last = await lastToken(releases)
  if (last > token) throw leaseLost()
  if (last === token) return
  const draft = `${tokenFile(releases)}-${token}`
  await writeFile(draft, String(token))
  await rename(draft, tokenFile(releases))
}

export async function lastToken(releases: string): Promise<number> {
  return Number(await readFile(tokenFile(releases), 'utf8').catch(absent)) || 0
}

async function point(output: string, folder: string): Promise<void> {
  await mkdir(dirname(output), { recursive: true })
  const draft = `${folder}.link`
  await rm(draft, { force: true })
  await symlink(relative(dirname(output), folder), draft)
  const found = await lstat(output).catch(absent)
  if (!found || found.isSymbolicLink()) return rename(draft, output)
  // A real folder cannot be replaced atomically, so it is renamed and removed afterwards.
  const replaced = `${folder}.replaced`
  await rename(output, replaced)
  await rename(draft, output)
  await rm(replaced, { recursive: true, force: true })
}
