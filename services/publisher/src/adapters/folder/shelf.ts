/**
 * Releases of one output: `SITE_ROOT/.generations/{key}/{generation}`, each with `{generation}.json` beside
 * it.
 */
import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { outputDirTaken } from '../../core/errors.ts'
import { keptGenerations, type Manifest, type StoredGeneration } from '../../core/ports.ts'

/** Milliseconds after which a staging directory counts as left by a dead process. */
const staleAfterMs = 10 * 60_000

export const shelfOf = (root: string, outputDir: string): string =>
  join(root, '.generations', createHash('sha256').update(outputDir).digest('hex').slice(0, 16))

export const manifestOf = (folder: string): string => `${folder}.json`

const sparePrefix = 'spare-'

/** Prefix of incomplete or discarded release directories. */
const stagingPrefix = 'staging-'

export const spareName = (generationId: string): string =>
  `${sparePrefix}${generationId}-${Date.now().toString(36)}`

export const isSpare = (name: string): boolean => name.startsWith(sparePrefix)

export interface Finished {
  readonly about: Omit<StoredGeneration, 'isLive'>
  readonly files: Manifest
}

/** An interrupted generation may run again under its id. */
export const isSameRelease = (one: Finished['about'], other: Finished['about']): boolean =>
  one.id === other.id && one.at.getTime() === other.at.getTime()

const about = z.object({
  id: z.string(),
  trigger: z.enum(['manual', 'event']),
  pages: z.int(),
  at: z.iso.datetime(),
})

/** The first versions wrote pairs; two lists are read in half the time. */
const finishedGeneration = z.union([
  z
    .object({ about, paths: z.array(z.string()), digests: z.array(z.string()) })
    .refine(({ paths, digests }) => paths.length === digests.length),
  z.object({ about, files: z.array(z.tuple([z.string(), z.string()])) }).transform(({ about, files }) => ({
    about,
    paths: files.map(([path]) => path),
    digests: files.map(([, digest]) => digest),
  })),
])

/** Undefined where the output is not a link to one of our releases. */
export async function activeFolder(root: string, outputDir: string): Promise<string | undefined> {
  const output = join(root, outputDir)
  const to = await readlink(output).catch(absent)
  if (to === undefined) return undefined
  const folder = join(dirname(output), to)
  return dirname(folder) === shelfOf(root, outputDir) ? folder : undefined
}

/** Undefined for a missing manifest or an unknown format. */
export async function readManifest(folder: string): Promise<Finished | undefined> {
  const text = await readFile(manifestOf(folder), 'utf8').catch(absent)
  const found = text === undefined ? undefined : finishedGeneration.safeParse(parsed(text)).data
  if (!found) return undefined
  const { about, paths, digests } = found
  return {
    about: { ...about, at: new Date(about.at) },
    files: new Map(paths.map((path, index) => [path, digests[index] ?? ''])),
  }
}

/** Undefined for damaged JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const manifestText = ({ about, files }: Finished): string => aboutText(about) + filesText(files)

export const aboutText = (about: Finished['about']): string => `{"about":${JSON.stringify(about)},`

/** The digests must be the last list (manifest-writer.ts). */
export const filesText = (files: Manifest): string =>
  `"paths":${JSON.stringify([...files.keys()])},"digests":${JSON.stringify([...files.values()])}}`

export const generationOf = (folder: string): string => basename(folder).replace(/-[^-]*$/, '')

/**
 * Releases that can be shown, newest first, with the shown one among them. A crash may leave a generation
 * twice.
 */
export function showable(finished: readonly string[], live: string | undefined): readonly string[] {
  const isLeft = (folder: string) =>
    live !== undefined && folder !== live && generationOf(folder) === generationOf(live)
  const each = new Map<string, string>()
  for (const folder of finished)
    if (!isLeft(folder) && !each.has(generationOf(folder))) each.set(generationOf(folder), folder)
  const newest = [...each.values()].slice(0, keptGenerations)
  return live === undefined || newest.includes(live) || !finished.includes(live)
    ? newest
    : [...newest.slice(0, keptGenerations - 1), live]
}

/** Releases to keep after a switch: those that can be shown, and one to build the next from. */
export function staying(finished: readonly string[], live: string): ReadonlySet<string> {
  const shown = showable(finished, live)
  const more = showable(
    finished.filter((folder) => !shown.some((one) => generationOf(one) === generationOf(folder))),
    undefined,
  )
  return new Set([...shown, ...more.slice(0, 1)])
}

/** @throws OUTPUT_DIR_TAKEN for an output inside another or around one */
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
  const there = await lstat(folder).catch(absent)
  if (!there?.isDirectory()) return undefined
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) return path
    const found = entry.isDirectory() ? await linkBelow(path) : undefined
    if (found) return found
  }
  return undefined
}

export const listed = async (shelf: string): Promise<readonly Dirent[]> =>
  (await readdir(shelf, { withFileTypes: true }).catch(absent)) ?? []

/** Newest first. */
export function finishedIn(entries: readonly Dirent[]): readonly string[] {
  const whole = new Set(entries.map(({ name }) => name).filter((name) => name.endsWith('.json')))
  return entries
    .filter((entry) => entry.isDirectory() && !isOther(entry.name) && whole.has(manifestOf(entry.name)))
    .map(({ name }) => name)
    .sort()
    .toReversed()
}

const isOther = (name: string): boolean => isSpare(name) || name.startsWith(stagingPrefix)

/** Includes the token: a publisher that takes over writes elsewhere. */
export const stagingName = (generationId: string, token: number): string =>
  `${stagingPrefix}${generationId}-${token}`

export const deadName = (name: string): string => `${stagingPrefix}dead-${Date.now().toString(36)}-${name}`

/** Incomplete directories of that generation with that token or a smaller one. */
export function formerIn(entries: readonly Dirent[], generationId: string, token: number): readonly string[] {
  const start = stagingName(generationId, 0).slice(0, -1)
  return entries
    .map(({ name }) => name)
    .filter((name) => name.startsWith(start) && Number(name.slice(start.length)) <= token)
}

/** What dead processes left: incomplete releases, links, manifests and directories without each other. */
export async function leftIn(shelf: string, entries: readonly Dirent[]): Promise<readonly string[]> {
  const names = new Set(entries.map(({ name }) => name))
  const left: string[] = []
  for (const entry of entries) {
    const { name } = entry
    const isManifest = name.endsWith('.json')
    const other = isManifest ? name.slice(0, -'.json'.length) : manifestOf(name)
    const isSpent = (isManifest || entry.isDirectory()) && !names.has(other)
    if (!isSpent && !/^staging-|^last-token-|\.(link|replaced)$/.test(name)) continue
    const there = await lstat(join(shelf, name)).catch(absent)
    // A rename changes ctime but not mtime.
    if (there && Date.now() - Math.max(there.mtimeMs, there.ctimeMs) > staleAfterMs)
      left.push(join(shelf, name))
  }
  return left
}

export function absent(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (['ENOENT', 'EINVAL', 'ENOTDIR'].includes(String(code))) return undefined
  throw error
}
