/**
 * Sorts the files by path and the sitemap by URL. The next plan replaces the changed pages at their places,
 * because collecting 100,000 pages in another order takes 10 ms.
 */
import { outputCollision } from '../errors.ts'
import { compare } from '../site/site.ts'
import { ChunkedList } from './chunked-list.ts'
import type { SitemapEntry } from './feeds/sitemap.ts'
import { Manifest } from './manifest.ts'
import type { Drafted } from './page-draft.ts'
import type { PlannedFile } from './planned.ts'

/** A sorted list of a plan. */
export interface Sorted<T> {
  readonly list: ChunkedList<T>
  /** Position in `list` of each page, by number, then of each other file; -1 if it is not in the list. */
  readonly places: Int32Array
  readonly pages: ChunkedList<Drafted>
}

export interface SortedFiles extends Sorted<PlannedFile> {
  readonly manifest: Manifest
  /** Paths of the files other than pages. */
  readonly others: readonly string[]
}

/** @throws OUTPUT_COLLISION if two files have the same path */
export function filesByPath(
  pages: ChunkedList<Drafted>,
  others: readonly PlannedFile[],
  known: SortedFiles | undefined,
): SortedFiles {
  const isSame =
    known?.others.length === others.length && known.others.every((path, at) => others[at]?.path === path)
  return isSame ? withNewer(known, pages, others) : sortedFiles(pages, others)
}

function withNewer(
  known: SortedFiles,
  pages: ChunkedList<Drafted>,
  others: readonly PlannedFile[],
): SortedFiles {
  const newer = newerPages(known, pages, ({ file }) => file)
  for (const [at, file] of others.entries()) {
    const place = known.places[pages.length + at] ?? -1
    if (!isSameFile(known.list.at(place), file)) newer.set(place, file)
  }
  const digests = new Map<number, string>()
  for (const [place, { digest }] of newer) digests.set(place, digest)
  return { ...known, list: known.list.with(newer), manifest: known.manifest.with(digests), pages }
}

/** Copies are compared by digest, because every plan creates them again. */
const isSameFile = (known: PlannedFile | undefined, file: PlannedFile): boolean =>
  known === file || (known?.type === 'copy' && file.type === 'copy' && known.digest === file.digest)

function sortedFiles(pages: ChunkedList<Drafted>, others: readonly PlannedFile[]): SortedFiles {
  const files = [...Array.from(pages, ({ file }) => file), ...others]
  const byPath = new Map<string, number>()
  for (const [number, { path }] of files.entries()) byPath.set(path, number)
  if (byPath.size < files.length) throw collision(pages, others)
  const sorted = sortedBy(byPath, files)
  const manifest = Manifest.of(sorted.list)
  return { ...sorted, manifest, pages, others: others.map(({ path }) => path) }
}

export const sitemapEntries = (
  pages: ChunkedList<Drafted>,
  known: Sorted<SitemapEntry> | undefined,
): Sorted<SitemapEntry> =>
  known
    ? { ...known, list: known.list.with(newerPages(known, pages, ({ entry }) => entry)), pages }
    : sortedEntries(pages)

function sortedEntries(pages: ChunkedList<Drafted>): Sorted<SitemapEntry> {
  const byUrl = new Map<string, number>()
  pages.forEach(({ entry }, number) => {
    if (entry) byUrl.set(entry.url, number)
  })
  const entries = Array.from(pages, ({ entry }) => entry)
  return { ...sortedBy(byUrl, entries), pages }
}

/** `numbers` are indexes into `all` by the key to sort by. */
function sortedBy<T>(
  numbers: ReadonlyMap<string, number>,
  all: readonly (T | undefined)[],
): Pick<Sorted<T>, 'list' | 'places'> {
  const places = new Int32Array(all.length).fill(-1)
  const list: T[] = []
  for (const [, number] of [...numbers].sort(([a], [b]) => compare(a, b))) {
    const one = all[number]
    if (one === undefined) continue
    places[number] = list.length
    list.push(one)
  }
  return { list: ChunkedList.of(list), places }
}

/**
 * The changed pages by their place. While a plan is reused, pages keep their paths and URLs, and the sitemap
 * lists the same pages.
 */
function newerPages<T>(
  known: Sorted<T>,
  pages: ChunkedList<Drafted>,
  of: (page: Drafted) => T | undefined,
): Map<number, T> {
  const newer = new Map<number, T>()
  pages.forEachChange(known.pages, (page, number) => {
    const place = known.places[number] ?? -1
    const one = of(page)
    if (place >= 0 && one !== undefined && one !== known.list.at(place)) newer.set(place, one)
  })
  return newer
}

function collision(pages: ChunkedList<Drafted>, others: readonly PlannedFile[]): Error {
  const owners = new Map<string, string>()
  const named = [
    ...Array.from(pages, ({ file: { owner, path } }) => ({ owner, path })),
    ...others.map(({ type, path }) => ({
      owner: type === 'text' ? `The generated ${path}` : `The file ${path}`,
      path,
    })),
  ]
  for (const { owner, path } of named) {
    const first = owners.get(path)
    if (first !== undefined) return outputCollision(path, first, owner)
    owners.set(path, owner)
  }
  return new Error('collision() requires two files with the same path, but the plan has none')
}
