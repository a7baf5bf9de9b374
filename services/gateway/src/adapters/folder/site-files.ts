/** Sites in folders below a root: `{root}/{outputDir}` is a link that the publisher switches. */
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { ShownSite, SiteFile, SiteFiles } from '../../core/site-files.ts'
import { readRedirects, type SiteRedirects } from '../../core/site-redirects.ts'

export const folderSiteFiles = (siteRoot: string): SiteFiles => ({
  async shown(outputDir) {
    const root = resolve(siteRoot)
    const wanted = resolve(root, outputDir)
    if (!wanted.startsWith(root + sep)) return undefined
    const folder = await realpath(wanted).catch(absent)
    if (folder === undefined) return undefined
    const find = (names: readonly string[]) => openFile(folder, names)
    return { find, redirects: () => redirectsIn(folder, find) }
  },
  // Files are looked for with every request.
  forget: () => undefined,
})

/** A release never changes, so the redirects of the last few are cached by their folder. */
const cachedRedirects = new Map<string, Promise<SiteRedirects>>()
const cachedReleases = 8

function redirectsIn(folder: string, find: ShownSite['find']): Promise<SiteRedirects> {
  const cached = cachedRedirects.get(folder)
  if (cached !== undefined) return cached
  const reading = readRedirects(find)
  // A failed read is tried again with the next request.
  reading.catch(() => cachedRedirects.delete(folder))
  cachedRedirects.set(folder, reading)
  for (const oldest of [...cachedRedirects.keys()].slice(0, -cachedReleases)) cachedRedirects.delete(oldest)
  return reading
}

/** A regular file within `root`, links that leave it excluded; undefined when there is none. */
async function openFile(root: string, names: readonly string[]): Promise<SiteFile | undefined> {
  const real = await realpath(join(root, ...names)).catch(absent)
  if (!real?.startsWith(root + sep)) return undefined
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    absent,
  )
  if (!handle) return undefined
  const { size, ino, mtimeNs, isFile } = await handle
    .stat({ bigint: true })
    .then((found) => ({ ...found, isFile: found.isFile() }))
  if (!isFile) {
    await handle.close()
    return undefined
  }
  return {
    size: Number(size),
    // A file is written once and keeps its inode and time of writing; the next generation links it, which changes its ctime.
    tag: `"${ino.toString(36)}-${size.toString(36)}-${mtimeNs.toString(36)}"`,
    read: async (first, last) => handle.createReadStream({ start: first, end: last, autoClose: false }),
    close: () => handle.close(),
  }
}

/** For paths that aren't there, or are no file where one is asked for. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (
    error.code &&
    ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO', 'EISDIR', 'EINVAL'].includes(error.code)
  )
    return undefined
  throw error
}
