/** Which links of a site lead nowhere, told from what is remembered of its pages. */
import { type BrokenLinks, brokenLinks } from './broken-links.ts'
import { type LinkTarget, targetOf } from './own-link.ts'

export interface LinkCheck extends BrokenLinks {
  /** HTML pages that were looked at. */
  readonly pages: number
}

/** Digest by path of every file of a site. */
type Files = ReadonlyMap<string, string>

/** The cached records of pages, and the result of the last check. */
export interface Checked {
  readonly links: readonly string[]
  /** Targets of the links under that base path, by number. */
  targets: { readonly basePath: string; readonly list: LinkTarget[] }
  readonly pages: ReadonlyMap<
    string,
    { readonly digest: string; readonly links: readonly number[]; readonly ids: string }
  >
  /** What the last check came to; undefined where something else has changed since than the next one is told of. */
  site: CheckedSite | undefined
}

/** A site that was checked. */
export interface CheckedSite {
  readonly files: Files
  readonly basePath: string
  /** By the number of the link: true for a broken link. */
  readonly broken: boolean[]
  /** Numbers of the links of which it depends on what is in a page whether they are broken. */
  readonly withFragment: number[]
  /** HTML pages that were looked at. */
  readonly html: Set<string>
  /** Broken links, by the page that they stand on. */
  readonly found: Map<string, readonly string[]>
}

/** What has changed since a site of those files was checked: in these paths, of which none came or went. */
export interface Since {
  readonly from: Files
  readonly paths: ReadonlySet<string>
}

/** Lines or pages that are looked at in one step. */
const aStep = 1_000

/**
 * Looks at all links of the site, or, where the site before was checked, at those of pages that have changed and those into them.
 * Where a store answers other files for the same site (S3), every check is of the whole.
 */
export function* linkCheck(
  memory: Checked,
  files: Files,
  basePath: string,
  since?: Since,
): Generator<void, LinkCheck> {
  const before = memory.site
  memory.site = undefined
  const isKnown = since !== undefined && before?.files === since.from && before.basePath === basePath
  const again = isKnown ? yield* changedSite(memory, { ...before, files }, since) : undefined
  memory.site = again ?? (yield* wholeSite(memory, files, basePath))
  return { pages: memory.site.html.size, ...(yield* brokenLinks(memory.site.found)) }
}

function* wholeSite(memory: Checked, files: Files, basePath: string): Generator<void, CheckedSite> {
  const site: CheckedSite = {
    files,
    basePath,
    broken: [],
    withFragment: [],
    html: new Set(),
    found: new Map(),
  }
  yield* checkLinks(memory, site)
  yield* checkPages(memory, site, memory.pages.keys())
  return site
}

/** Undefined where paths came or went. */
function* changedSite(
  memory: Checked,
  site: CheckedSite,
  { from, paths }: Since,
): Generator<void, CheckedSite | undefined> {
  for (const path of paths) if (!from.has(path) || !site.files.has(path)) return undefined
  const turned = yield* turnedLinks(memory, site, paths)
  yield* checkLinks(memory, site)
  yield* checkPages(memory, site, turned.size === 0 ? paths : yield* pagesOf(memory, turned, paths))
  return site
}

/** The links into those pages that are broken now and were not, or the other way round. */
function* turnedLinks(
  memory: Checked,
  { files, broken, withFragment }: CheckedSite,
  paths: ReadonlySet<string>,
) {
  const turned = new Set<number>()
  for (const [at, number] of withFragment.entries()) {
    if (at % aStep === aStep - 1) yield
    const target = memory.targets.list[number]
    if (
      !target?.files.some((path) => paths.has(path)) ||
      isBroken(memory, { files }, target) === broken[number]
    )
      continue
    broken[number] = !broken[number]
    turned.add(number)
  }
  return turned
}

/** Those paths, and the pages that have one of those links. */
function* pagesOf(
  memory: Checked,
  links: ReadonlySet<number>,
  paths: ReadonlySet<string>,
): Generator<void, ReadonlySet<string>> {
  const all = new Set(paths)
  let looked = 0
  for (const [path, page] of memory.pages) {
    looked += 1
    if (looked % aStep === 0) yield
    if (page.links.some((link) => links.has(link))) all.add(path)
  }
  return all
}

/** Those that were not looked at before. Every link is looked at once, on however many pages it stands. */
function* checkLinks(memory: Checked, site: CheckedSite): Generator<void> {
  const targets = yield* targetsOf(memory, site.basePath)
  for (const [number, target] of targets.entries()) {
    if (number < site.broken.length) continue
    if (number % aStep === 0) yield
    if (target.fragment !== '') site.withFragment.push(number)
    site.broken.push(isBroken(memory, site, target))
  }
}

function* checkPages(
  memory: Checked,
  { files, broken, html, found }: CheckedSite,
  paths: Iterable<string>,
): Generator<void> {
  const hasBroken = broken.includes(true)
  let looked = 0
  for (const path of paths) {
    looked += 1
    if (looked % aStep === 0) yield
    html.delete(path)
    found.delete(path)
    const page = memory.pages.get(path)
    if (!page || files.get(path) !== page.digest) continue
    if (path.endsWith('.html')) html.add(path)
    if (!hasBroken || !page.links.some((link) => broken[link])) continue
    found.set(
      path,
      page.links.filter((link) => broken[link]).map((link) => memory.links[link] ?? ''),
    )
  }
}

function isBroken(memory: Checked, { files }: Pick<CheckedSite, 'files'>, target: LinkTarget): boolean {
  const file = target.files.find((path) => files.has(path))
  return file === undefined || (target.fragment !== '' && !hasId(memory, files, file, target.fragment))
}

/** Those of before are kept: most links of a site are those that it had. */
function* targetsOf(memory: Checked, basePath: string): Generator<void, readonly LinkTarget[]> {
  if (memory.targets.basePath !== basePath) memory.targets = { basePath, list: [] }
  const { list } = memory.targets
  for (let number = list.length; number < memory.links.length; number += 1) {
    if (number % aStep === 0) yield
    list.push(targetOf(memory.links[number] ?? '', basePath))
  }
  return list
}

/** True also of what is not known. In a file that is no page, a fragment is for whatever shows it: a part of a drawing, a page of a document. */
function hasId({ pages }: Checked, files: Files, file: string, fragment: string): boolean {
  if (!file.endsWith('.html')) return true
  const page = pages.get(file)
  if (!page || page.digest !== files.get(file)) return true
  return ` ${page.ids} `.includes(` ${fragment} `)
}
