/** Caches the page records of one output for the link check and the next build. */
import type { ChangeSet } from '../../pages/change-set.ts'
import type { Manifest } from '../../pages/manifest.ts'
import { type BuiltSite, type Checked, type LinkCheck, linkCheck } from './link-check.ts'
import type { PageFacts, PageRecord, PageRecordStore } from './page-record-store.ts'

export type CachedRecord = Pick<PageRecord, 'digest'> & Pick<PageFacts, 'own' | 'lastChange'>

export interface PageRecords {
  /** Discards records that are not saved, and reads new records of other publishers. */
  begin(outputDir: string): Promise<void>
  add(record: PageRecord): void
  isEmpty(): boolean
  /**
   * Checks only changed pages if `changes` start from the last checked build. Otherwise checks all pages with
   * a current record.
   */
  check(built: BuiltSite, changes?: ChangeSet): Generator<void, LinkCheck>
  /** @throws RECORDS_OVERTAKEN */
  save(files: Pick<Manifest, 'has' | 'size'>): Promise<void>
  of(path: string): CachedRecord | undefined
}

/** Unused links are dropped when the list of links has grown by this factor. */
const staleRatio = 2
const fewLinks = 10_000

interface CachedPage extends CachedRecord {
  readonly ids: string
  /** Indexes into `links`, because most links are on many pages. */
  readonly links: readonly number[]
}

interface Cache extends Omit<Checked, 'pages'> {
  readonly outputDir: string
  version: number
  readonly links: string[]
  readonly numbers: Map<string, number>
  readonly pages: Map<string, CachedPage>
  readonly added: Map<string, PageFacts>
  /** Number of links when there was last no unused one. */
  linksBefore: number
}

export function pageRecords(store: PageRecordStore): PageRecords {
  let cache: Cache | undefined

  const begun = (): Cache => {
    if (!cache) throw new Error('page records were used before begin() had read them')
    return cache
  }

  return {
    async begin(outputDir) {
      if (cache?.outputDir !== outputDir || cache.added.size > 0) cache = emptyCache(outputDir)
      const { version, isAll, chunks } = await store.read(outputDir, cache.version)
      const next = isAll ? emptyCache(outputDir) : cache
      cache = undefined
      for await (const records of chunks) {
        for (const record of records) addRecord(next, record)
        next.site = undefined
      }
      next.version = version
      if (isAll) next.linksBefore = next.links.length
      cache = next
    },
    add(record) {
      addRecord(begun(), record)
      begun().added.set(record.path, record.facts)
    },
    isEmpty: () => begun().pages.size === 0,
    check(built, changes) {
      const known = begun()
      const changed = new Set([...(changes?.changed ?? []), ...known.added.keys()])
      return linkCheck(known, built, changes && { ...changes, changed })
    },
    async save(files) {
      const known = begun()
      const gone =
        known.pages.size > files.size ? [...known.pages.keys()].filter((path) => !files.has(path)) : []
      if (known.added.size === 0 && gone.length === 0) return
      cache = undefined
      known.version = await store.write(known.outputDir, known.version, unsaved(known), gone)
      known.added.clear()
      for (const path of gone) known.pages.delete(path)
      cache =
        known.links.length > staleRatio * known.linksBefore + fewLinks ? withoutStaleLinks(known) : known
    },
    of: (path) => cache?.pages.get(path),
  }
}

const emptyCache = (outputDir: string): Cache => ({
  outputDir,
  version: 0,
  links: [],
  numbers: new Map(),
  pages: new Map(),
  added: new Map(),
  linksBefore: 0,
  targets: { basePath: '', list: [] },
  site: undefined,
})

function addRecord(cache: Cache, { path, digest, ids, links, facts: { own, lastChange } }: PageRecord): void {
  cache.pages.set(path, { digest, ids, own, lastChange, links: links.map((link) => numberOf(cache, link)) })
}

function numberOf({ numbers, links }: Cache, link: string): number {
  const known = numbers.get(link)
  if (known !== undefined) return known
  numbers.set(link, links.length)
  links.push(link)
  return links.length - 1
}

function* unsaved({ pages, added, links }: Cache): Generator<PageRecord> {
  for (const [path, facts] of added) {
    const page = pages.get(path)
    if (!page) continue
    yield { path, digest: page.digest, ids: page.ids, links: textsOf(page, links), facts }
  }
}

const textsOf = (page: CachedPage, links: readonly string[]) =>
  page.links.map((number) => links[number] ?? '')

function withoutStaleLinks(old: Cache): Cache {
  const cache = { ...emptyCache(old.outputDir), version: old.version }
  for (const [path, page] of old.pages) {
    const links = textsOf(page, old.links).map((link) => numberOf(cache, link))
    cache.pages.set(path, { ...page, links })
  }
  return { ...cache, linksBefore: cache.links.length }
}
