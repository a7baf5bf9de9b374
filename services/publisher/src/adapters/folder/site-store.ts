/**
 * Sites in folders. `SITE_ROOT/{outputDir}` is a symbolic link to one of `SITE_ROOT/.generations/{key}/`; it is switched by
 * a rename, so a reader sees the old site or the new one. Unchanged files are shared between generations by hard links.
 */
import { createHash } from 'node:crypto'
import { copyFile, link, lstat, mkdir, open, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { outputDirTaken } from '../../core/errors.ts'
import { safePath } from '../../core/plan/safe-path.ts'
import type { Manifest, SiteStore, Staging } from '../../core/ports.ts'

/** How many generations of one output stay on disk. */
const kept = 5
/** Milliseconds after which a staging folder that nobody finished is taken for a dead process's. */
const staleAfterMs = 10 * 60_000

export function folderSiteStore(root: string): SiteStore {
  return {
    async current(outputDir) {
      const folder = await activeFolder(root, safePath(outputDir))
      return folder === undefined ? undefined : readManifest(manifestOf(folder))
    },
    async stage(outputDir, generationId) {
      await refuseOverlap(root, safePath(outputDir))
      const shelf = shelfOf(root, outputDir)
      await mkdir(shelf, { recursive: true })
      await removeStale(shelf)
      const previous = await activeFolder(root, outputDir)
      const folder = join(shelf, `staging-${safePath(generationId)}`)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder)
      return staging({ root, outputDir, shelf, folder, final: join(shelf, `${generationId}-${Date.now().toString(36)}`), previous })
    },
  }
}

interface Place {
  readonly root: string
  readonly outputDir: string
  readonly shelf: string
  readonly folder: string
  readonly final: string
  readonly previous: string | undefined
}

function staging({ root, outputDir, shelf, folder, final, previous }: Place): Staging {
  const made = new Set<string>()
  const target = async (path: string): Promise<string> => {
    const file = join(folder, safePath(path))
    const parent = dirname(file)
    if (!made.has(parent)) {
      await mkdir(parent, { recursive: true })
      made.add(parent)
    }
    return file
  }
  return {
    async reuse(path) {
      const name = safePath(path)
      if (!previous) return false
      const [from, to] = [join(previous, name), await target(name)]
      try {
        await link(from, to)
        return true
      } catch (error) {
        if (code(error) === 'ENOENT') return false
        // Some file systems have no hard links, or no more for this file.
        await copyFile(from, to)
        return true
      }
    },
    async write(path, content) {
      const file = await open(await target(path), 'wx')
      try {
        if (typeof content === 'string') await file.writeFile(content)
        else for await (const chunk of content) await file.writeFile(chunk)
      } finally {
        await file.close()
      }
    },
    async activate(manifest) {
      await writeFile(manifestOf(final), JSON.stringify([...manifest]))
      await rename(folder, final)
      await point(root, outputDir, final)
      await removeOld(shelf, basename(final))
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Makes the output a link to that folder, in one step where it is a link already or nothing. */
async function point(root: string, outputDir: string, folder: string): Promise<void> {
  const output = join(root, outputDir)
  await mkdir(dirname(output), { recursive: true })
  const fresh = `${folder}.link`
  await rm(fresh, { force: true })
  await symlink(relative(dirname(output), folder), fresh)
  const there = await lstat(output).catch(absent)
  if (there && !there.isSymbolicLink()) {
    // A folder or file that someone put there can't be replaced in one step; it steps aside and is removed afterwards.
    const aside = `${folder}.replaced`
    await rename(output, aside)
    await rename(fresh, output)
    await rm(aside, { recursive: true, force: true })
    return
  }
  await rename(fresh, output)
}

/** The generation that the output shows; undefined where the output is no link of ours. */
async function activeFolder(root: string, outputDir: string): Promise<string | undefined> {
  const output = join(root, outputDir)
  const to = await readlink(output).catch(absent)
  if (to === undefined) return undefined
  const folder = join(dirname(output), to)
  return dirname(folder) === shelfOf(root, outputDir) ? folder : undefined
}

/** An output inside another, or around one, would mix two sites. */
async function refuseOverlap(root: string, outputDir: string): Promise<void> {
  const parts = outputDir.split('/')
  for (let length = 1; length < parts.length; length++) {
    const above = parts.slice(0, length).join('/')
    if (await readlink(join(root, above)).catch(absent)) throw outputDirTaken(outputDir, above)
  }
  const below = await linkBelow(join(root, outputDir))
  if (below) throw outputDirTaken(outputDir, relative(root, below).split(sep).join('/'))
}

/** A link below a real folder, which may be the output of another generation. */
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

async function removeOld(shelf: string, active: string): Promise<void> {
  const generations = (await readdir(shelf, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('staging-'),
  )
  const old = generations
    .map(({ name }) => name)
    .filter((name) => name !== active)
    .sort()
    .toReversed()
    .slice(kept - 1)
  for (const name of old) {
    await rm(manifestOf(join(shelf, name)), { force: true })
    await rm(join(shelf, name), { recursive: true, force: true })
  }
  const known = new Set(generations.map(({ name }) => `${name}.json`))
  for (const name of await readdir(shelf)) if (name.endsWith('.json') && !known.has(name)) await rm(join(shelf, name), { force: true })
}

async function removeStale(shelf: string): Promise<void> {
  for (const name of await readdir(shelf)) {
    if (!/^staging-|\.(link|replaced)$/.test(name)) continue
    const there = await lstat(join(shelf, name)).catch(absent)
    if (there && Date.now() - there.mtimeMs > staleAfterMs) await rm(join(shelf, name), { recursive: true, force: true })
  }
}

const shelfOf = (root: string, outputDir: string): string =>
  join(root, '.generations', createHash('sha256').update(outputDir).digest('hex').slice(0, 16))

const manifestOf = (folder: string): string => `${folder}.json`

async function readManifest(path: string): Promise<Manifest | undefined> {
  const text = await readFile(path, 'utf8').catch(absent)
  if (text === undefined) return undefined
  return new Map(JSON.parse(text) as [string, string][])
}

const code = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Nothing there, or no link: undefined. */
function absent(error: unknown): undefined {
  if (['ENOENT', 'EINVAL', 'ENOTDIR'].includes(String(code(error)))) return undefined
  throw error
}
