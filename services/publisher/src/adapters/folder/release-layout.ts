/**
 * Paths of releases: `SITE_ROOT/.generations/{key of the output}/{release}` with the manifest
 * `{release}.json`. `SITE_ROOT/{outputDir}` links to the active release.
 */
import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { outputDirTaken } from '../../core/errors.ts'
import { keptGenerations } from '../../core/ports.ts'
import { absent } from './error-code.ts'

/**
 * Milliseconds without a change after which an incomplete directory or file counts as a leftover of a dead
 * process.
 */
const staleAfterMs = 10 * 60_000

/** Prefix of a pre-staged release: a copy of the newest one, which the next build changes. */
export const preStagedPrefix = 'spare-'
/** Prefix of incomplete or discarded release directories. */
const stagingPrefix = 'staging-'

export const releasesOf = (root: string, outputDir: string): string =>
  join(root, '.generations', createHash('sha256').update(outputDir).digest('hex').slice(0, 16))

export const manifestOf = (folder: string): string => `${folder}.json`

export const releaseName = (generationId: string): string => `${generationId}-${Date.now().toString(36)}`

export const preStagedName = (generationId: string): string => preStagedPrefix + releaseName(generationId)

/** Includes the fencing token, so that a publisher that takes over a build writes to another directory. */
export const stagingName = (generationId: string, token: number): string =>
  `${stagingPrefix}${generationId}-${token}`

export const draftName = (release: string, unique: string): string =>
  `${stagingPrefix}copy-${release}-${unique}`

export const discardedName = (name: string): string =>
  `${stagingPrefix}dead-${Date.now().toString(36)}-${name}`

export const generationOf = (folder: string): string => basename(folder).replace(/-[^-]*$/, '')

/** Undefined if the output is not a link to a release. */
export async function activeFolder(root: string, outputDir: string): Promise<string | undefined> {
  const output = join(root, outputDir)
  const to = await readlink(output).catch(absent)
  if (to === undefined) return undefined
  const folder = join(dirname(output), to)
  return dirname(folder) === releasesOf(root, outputDir) ? folder : undefined
}

export const listed = async (releases: string): Promise<readonly Dirent[]> =>
  (await readdir(releases, { withFileTypes: true }).catch(absent)) ?? []

/** Paths of complete releases, newest first. */
export const releasesIn = (releases: string, entries: readonly Dirent[]): readonly string[] =>
  withManifest(entries)
    .filter((name) => !name.startsWith(preStagedPrefix) && !name.startsWith(stagingPrefix))
    .sort()
    .toReversed()
    .map((name) => join(releases, name))

export const preStagedIn = (entries: readonly Dirent[]): readonly string[] =>
  withManifest(entries).filter((name) => name.startsWith(preStagedPrefix))

function withManifest(entries: readonly Dirent[]): readonly string[] {
  const names = new Set(entries.map(({ name }) => name))
  return entries
    .filter((entry) => entry.isDirectory() && names.has(manifestOf(entry.name)))
    .map(({ name }) => name)
}

/**
 * Releases that can be activated, newest first, including the active one. Each generation is listed once,
 * even if a crash left two directories of the same generation.
 */
export function showable(complete: readonly string[], live: string | undefined): readonly string[] {
  const isLeft = (folder: string) =>
    live !== undefined && folder !== live && generationOf(folder) === generationOf(live)
  const each = new Map<string, string>()
  for (const folder of complete)
    if (!isLeft(folder) && !each.has(generationOf(folder))) each.set(generationOf(folder), folder)
  const newest = [...each.values()].slice(0, keptGenerations)
  return live === undefined || newest.includes(live) || !complete.includes(live)
    ? newest
    : [...newest.slice(0, keptGenerations - 1), live]
}

/**
 * Releases that stay after a switch: those that can be activated, and one whose directory the next build
 * reuses.
 */
export function staying(complete: readonly string[], live: string): ReadonlySet<string> {
  const shown = showable(complete, live)
  const others = complete.filter((folder) => !shown.some((one) => generationOf(one) === generationOf(folder)))
  return new Set([...shown, ...showable(others, undefined).slice(0, 1)])
}

/** Incomplete directories of the generation, created with this token or a smaller one. */
export function incompleteIn(
  entries: readonly Dirent[],
  generationId: string,
  token: number,
): readonly string[] {
  const start = `${stagingPrefix}${generationId}-`
  return entries
    .map(({ name }) => name)
    .filter((name) => name.startsWith(start) && Number(name.slice(start.length)) <= token)
}

/**
 * Leftovers of dead processes: incomplete releases, temporary links, manifests without a directory, and
 * directories without a manifest.
 */
export async function leftIn(releases: string, entries: readonly Dirent[]): Promise<readonly string[]> {
  const names = new Set(entries.map(({ name }) => name))
  const left: string[] = []
  for (const entry of entries) {
    const { name } = entry
    const isManifest = name.endsWith('.json')
    const other = isManifest ? name.slice(0, -'.json'.length) : manifestOf(name)
    const isAlone = (isManifest || entry.isDirectory()) && !names.has(other)
    if (!isAlone && !/^staging-|^last-token-|\.(link|replaced)$/.test(name)) continue
    const path = join(releases, name)
    const found = await lstat(path).catch(absent)
    // A rename changes ctime but not mtime.
    if (found && Date.now() - Math.max(found.mtimeMs, found.ctimeMs) > staleAfterMs) left.push(path)
  }
  return left
}

/** @throws OUTPUT_DIR_TAKEN if the output is inside another output or contains one */
export async function refuseOverlap(root: string, outputDir: string): Promise<void> {
  const parts = outputDir.split('/')
  for (let length = 1; length < parts.length; length++) {
    const above = parts.slice(0, length).join('/')
    if (await readlink(join(root, above)).catch(absent)) throw outputDirTaken(outputDir, above)
  }
  const below = await linkBelow(join(root, outputDir))
  if (below) throw outputDirTaken(outputDir, relative(root, below).split(sep).join('/'))
}

async function linkBelow(folder: string): Promise<string | undefined> {
  const found = await lstat(folder).catch(absent)
  if (!found?.isDirectory()) return undefined
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) return path
    const link = entry.isDirectory() ? await linkBelow(path) : undefined
    if (link) return link
  }
  return undefined
}
