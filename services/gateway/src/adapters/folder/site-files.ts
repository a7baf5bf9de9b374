/** Sites in folders: `{root}/{outputDir}` is a link that the publisher switches. */
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
  // There is no cache to invalidate, because every request opens its files.
  forget: () => undefined,
})

/** Redirects by release folder. Releases never change, so the redirects of the last eight are cached. */
const cachedRedirects = new Map<string, Promise<SiteRedirects>>()
const cachedReleases = 8

function redirectsIn(folder: string, find: ShownSite['find']): Promise<SiteRedirects> {
  const cached = cachedRedirects.get(folder)
  if (cached !== undefined) return cached
  const reading = readRedirects(find)
  // A failed read is removed, so that the next request retries it.
  reading.catch(() => cachedRedirects.delete(folder))
  cachedRedirects.set(folder, reading)
  for (const oldest of [...cachedRedirects.keys()].slice(0, -cachedReleases)) cachedRedirects.delete(oldest)
  return reading
}

/** Opens a regular file within `root`; undefined if there is none, or if a link leads out of `root`. */
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
    // Omits ctime, because the next generation hard-links unchanged files, which keeps inode and mtime but
    // changes ctime.
    tag: `"${ino.toString(36)}-${size.toString(36)}-${mtimeNs.toString(36)}"`,
    read: async (first, last) => handle.createReadStream({ start: first, end: last, autoClose: false }),
    close: () => handle.close(),
  }
}

/** Maps errors of missing paths and wrong file types to undefined. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (
    error.code &&
    ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO', 'EISDIR', 'EINVAL'].includes(error.code)
  )
    return undefined
  throw error
}
