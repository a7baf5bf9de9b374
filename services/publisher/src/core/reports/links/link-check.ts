/** Finds broken links from the records of pages. */
import type { ChangeSet } from '../../pages/change-set.ts'
import type { Manifest } from '../../pages/manifest.ts'
import { type BrokenLinks, brokenLinks } from './broken-links.ts'
import { type LinkTarget, targetOf } from './own-link.ts'

export interface LinkCheck extends BrokenLinks {
  readonly pages: number
}

type Files = Pick<Manifest, 'get' | 'has'>

export interface Checked {
  readonly links: readonly string[]
  targets: { readonly basePath: string; readonly list: LinkTarget[] }
  readonly pages: ReadonlyMap<
    string,
    { readonly digest: string; readonly links: readonly number[]; readonly ids: string }
  >
  /** The last check; undefined after other records were read, because the next check must then be full. */
  site: CheckedSite | undefined
}

export interface BuiltSite {
  /** Id of the generation. */
  readonly id: string
  readonly files: Files
  readonly basePath: string
}

export interface CheckedSite extends BuiltSite {
  readonly broken: boolean[]
  /** Indexes of links with a #fragment; their state depends on the ids of the target page. */
  readonly withFragment: number[]
  readonly html: Set<string>
  readonly found: Map<string, readonly string[]>
  /** The report of `found`; undefined after a change. */
  report: BrokenLinks | undefined
}

/** Pages or links per step. */
const aStep = 1_000

/**
 * Checks only links on and to changed pages if no page was added or removed since the last check. Otherwise
 * checks all links.
 */
export function* linkCheck(
  memory: Checked,
  built: BuiltSite,
  changes?: Pick<ChangeSet, 'base' | 'added' | 'changed' | 'removed'>,
): Generator<void, LinkCheck> {
  const before = memory.site
  memory.site = undefined
  const isKnown =
    before !== undefined &&
    changes?.base === before.id &&
    before.basePath === built.basePath &&
    changes.added.size + changes.removed.size === 0
  memory.site = isKnown
    ? yield* changedSite(memory, { ...before, ...built }, changes.changed)
    : yield* wholeSite(memory, built)
  memory.site.report ??= yield* brokenLinks(memory.site.found)
  return { pages: memory.site.html.size, ...memory.site.report }
}

function* wholeSite(memory: Checked, built: BuiltSite): Generator<void, CheckedSite> {
  const site: CheckedSite = {
    ...built,
    broken: [],
    withFragment: [],
    html: new Set(),
    found: new Map(),
    report: undefined,
  }
  yield* checkLinks(memory, site)
  yield* checkPages(memory, site, memory.pages.keys())
  return site
}

function* changedSite(
  memory: Checked,
  site: CheckedSite,
  paths: ReadonlySet<string>,
): Generator<void, CheckedSite> {
  const turned = yield* turnedLinks(memory, site, paths)
  yield* checkLinks(memory, site)
  yield* checkPages(memory, site, turned.size === 0 ? paths : yield* pagesOf(memory, turned, paths))
  return site
}

/** Links with a fragment that became broken or work again. */
function* turnedLinks(
  memory: Checked,
  { files, broken, withFragment }: CheckedSite,
  paths: ReadonlySet<string>,
) {
  const turned = new Set<number>()
  let looked = 0
  for (const number of withFragment) {
    looked += 1
    if (looked % aStep === 0) yield
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

/** Checks each new link once for all pages. */
function* checkLinks(memory: Checked, site: CheckedSite): Generator<void> {
  const targets = yield* targetsOf(memory, site.basePath)
  for (let number = site.broken.length; number < targets.length; number += 1) {
    if (number % aStep === 0) yield
    const target = targets[number] as LinkTarget
    if (target.fragment !== '') site.withFragment.push(number)
    site.broken.push(isBroken(memory, site, target))
  }
}

function* checkPages(memory: Checked, site: CheckedSite, paths: Iterable<string>): Generator<void> {
  const { files, broken, html, found } = site
  const hasBroken = broken.includes(true)
  let looked = 0
  for (const path of paths) {
    looked += 1
    if (looked % aStep === 0) yield
    const page = memory.pages.get(path)
    const isChecked = page !== undefined && files.get(path) === page.digest
    if (isChecked && path.endsWith('.html')) html.add(path)
    else html.delete(path)
    const links =
      isChecked && hasBroken && page.links.some((link) => broken[link])
        ? page.links.filter((link) => broken[link]).map((link) => memory.links[link] ?? '')
        : none
    if (isSame(links, found.get(path) ?? none)) continue
    site.report = undefined
    if (links.length > 0) found.set(path, links)
    else found.delete(path)
  }
}

const none: readonly string[] = []

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((link, at) => link === other[at])

function isBroken(memory: Checked, { files }: Pick<CheckedSite, 'files'>, target: LinkTarget): boolean {
  const file = target.files.find((path) => files.has(path))
  return file === undefined || (target.fragment !== '' && !hasId(memory, files, file, target.fragment))
}

function* targetsOf(memory: Checked, basePath: string): Generator<void, readonly LinkTarget[]> {
  if (memory.targets.basePath !== basePath) memory.targets = { basePath, list: [] }
  const { list } = memory.targets
  for (let number = list.length; number < memory.links.length; number += 1) {
    if (number % aStep === 0) yield
    list.push(targetOf(memory.links[number] ?? '', basePath))
  }
  return list
}

/**
 * True if the page has the id. Also true for a page without a record, and for files other than HTML, whose
 * fragments have another meaning.
 */
function hasId({ pages }: Checked, files: Files, file: string, fragment: string): boolean {
  if (!file.endsWith('.html')) return true
  const page = pages.get(file)
  if (!page || page.digest !== files.get(file)) return true
  return ` ${page.ids} `.includes(` ${fragment} `)
}
