/** Plans a site. Pure: the same site and addresses result in the same plan. */
import { redirectKey } from '@typecase/kernel'
import { noRedirects, type SiteRedirects } from '../site/redirects.ts'
import type { Page, Post, Site } from '../site/site.ts'
import type { Addresses } from './addresses/addresses.ts'
import { ChunkedList } from './chunked-list.ts'
import { type PageDrafter, pageDrafter } from './draft-page.ts'
import { feedFiles } from './feeds/feeds.ts'
import { robotsText } from './feeds/robots.ts'
import { sitemapFiles } from './feeds/sitemap.ts'
import { filesByPath, sitemapEntries } from './file-order.ts'
import { atOnce } from './in-turns.ts'
import { avatarUrls } from './models/authors.ts'
import { type Context, contextOf } from './models/context.ts'
import { postSummaries } from './models/entry-models.ts'
import { shownRenditions } from './models/images.ts'
import { sharedModel } from './models/shared-model.ts'
import type { Drafted, NewerPosts } from './page-draft.ts'
import { type Layout, layoutOf, type PlanMemory } from './plan-memory.ts'
import { pageSources } from './plan-pages.ts'
import {
  type Digest,
  lazyText,
  type PlannedCopy,
  type PlannedText,
  type SitePlan,
  templateDigits,
} from './planned.ts'
import { redirectFiles } from './redirect-files.ts'
import { addressesOfEntries, redirectTable } from './redirect-table.ts'
import { shownPosts } from './shown-posts.ts'
import { siteIcons } from './site-icons.ts'
import { socialCards } from './social-cards.ts'

const pagesAStep = 16

/** @throws LAYOUT_MISSING, or OUTPUT_COLLISION if two files have the same path */
export const planSite = (
  site: Site,
  addresses: Addresses,
  digest: Digest,
  redirects: SiteRedirects = noRedirects,
): SitePlan => atOnce(sitePlanner(digest)(site, addresses, redirects))

/** Called as soon as the number of pages is known. */
export type OnPageCount = (pages: number) => void

/** Plans a site repeatedly and reuses unchanged parts. */
export function sitePlanner(
  digest: Digest,
): (
  site: Site,
  addresses: Addresses,
  redirects?: SiteRedirects,
  counted?: OnPageCount,
) => Generator<void, SitePlan> {
  let last: PlanMemory | undefined
  return function* (wanted, addresses, redirects = noRedirects, counted = () => undefined) {
    const layout = layoutOf(wanted, addresses, last)
    const { memory, newer } = layout
    yield
    const context = contextOf(layout.site, addresses, layout.taxonomies, layout.resolve)
    const summaryOf = postSummaries(context, memory.summaries)
    const shared = sharedModel(context, summaryOf, layout.lastChange)
    const drafter = pageDrafter({ context, summaryOf, shared, digest, memory })
    const pages = newer
      ? yield* pagesAgain(memory, drafter, newer, counted)
      : yield* freshPages(context, drafter, counted)
    memory.pages = pages
    const icons = siteIcons(context, digest)
    const copied = [
      ...copies(context),
      ...icons.filter((file) => file.type === 'copy'),
      ...(yield* socialCards(context, owners(pages), digest, memory.cards)),
    ]
    memory.entryAddresses ??= addressesOfEntries(layout.site, addresses)
    const { entryAddresses } = memory
    const others = [
      ...texts(context, layout, pages, digest),
      ...icons.filter((file) => file.type === 'text'),
      ...copied,
      ...plannedRedirects(context, layout, { redirects, entryAddresses, pages, copied }, digest),
    ]
    yield
    memory.files = filesByPath(pages, others, memory.files)
    last = memory
    return {
      files: memory.files.list,
      manifest: memory.files.manifest,
      pages: pages.length,
      shared,
      entryAddresses,
      footerCode: layout.site.settings.footerCode,
      omitted: layout.omitted,
    }
  }
}

function* owners(pages: ChunkedList<Drafted>): Generator<Post | Page | null> {
  for (const { file } of pages) yield file.about.own
}

function* freshPages(
  context: Context,
  drafter: PageDrafter,
  counted: OnPageCount,
): Generator<void, ChunkedList<Drafted>> {
  const pages: Drafted[] = []
  const sources = pageSources(context)
  counted(sources.length)
  for (const source of sources) {
    pages.push(drafter.fresh(source, pages.length))
    if (pages.length % pagesAStep === 0) yield
  }
  return ChunkedList.of(pages)
}

function* pagesAgain(
  memory: PlanMemory,
  drafter: PageDrafter,
  newer: NewerPosts,
  counted: OnPageCount,
): Generator<void, ChunkedList<Drafted>> {
  counted(memory.pages.length)
  memory.shown ??= shownPosts(memory.pages)
  memory.templates ??= templatesOf(memory.pages)
  yield
  const isAll = !drafter.hasSame(memory.templates)
  const pages = new Map<number, Drafted>()
  let looked = 0
  for (const number of isAll ? Array(memory.pages.length).keys() : memory.shown.pagesOf(newer)) {
    const known = memory.pages.at(number)
    if (!known) continue
    const page = drafter.again(known, newer)
    if (page !== known) pages.set(number, page)
    if (page.file.about !== known.file.about) memory.shown.add(number, page)
    looked += 1
    if (looked % pagesAStep === 0) yield
  }
  if (isAll) delete memory.templates
  return memory.pages.with(pages)
}

function templatesOf(pages: ChunkedList<Drafted>): ReadonlyMap<string, string> {
  const templates = new Map<string, string>()
  for (const { file } of pages)
    if (!templates.has(file.template)) templates.set(file.template, file.digest.slice(0, templateDigits))
  return templates
}

/** Reuses the redirect files until rules or addresses change. Changed aliases cause a fresh layout. */
function plannedRedirects(
  { addresses, resolve }: Context,
  { site, memory }: Layout,
  {
    redirects,
    entryAddresses,
    pages,
    copied,
  }: {
    readonly redirects: SiteRedirects
    readonly entryAddresses: ReadonlyMap<string, string>
    readonly pages: ChunkedList<Drafted>
    readonly copied: readonly PlannedCopy[]
  },
  digest: Digest,
): readonly PlannedText[] {
  const known = memory.redirects
  if (known?.from.rules === redirects.rules && known.from.addresses === redirects.addresses)
    return known.files
  const live = () =>
    new Set(
      [...Array.from(pages, ({ file }) => file.path), ...copied.map(({ path }) => path)].map((path) =>
        redirectKey(`${addresses.basePath}/${path}`),
      ),
    )
  const table = redirectTable({ site, addresses, resolve, redirects, entryAddresses, live })
  const files = redirectFiles(table, {
    basePath: addresses.basePath,
    digest,
    pages: site.settings.redirectPages,
  })
  memory.redirects = { from: redirects, files }
  return files
}

function texts(
  context: Context,
  { memory }: Layout,
  pages: ChunkedList<Drafted>,
  digest: Digest,
): readonly PlannedText[] {
  const { absoluteBase } = context.addresses
  const robots = robotsText(absoluteBase)
  const entries = sitemapEntries(pages, memory.sitemapEntries)
  memory.sitemapEntries = entries
  return [
    ...sitemapFiles(entries.list, { base: absoluteBase, digest, memory: memory.sitemap }).map((file) =>
      lazyText(file.path, file.digest, file.bytes),
    ),
    ...feedFiles(context, digest, memory.feeds),
    lazyText('robots.txt', digest(robots), () => robots),
  ]
}

function copies(context: Context): readonly PlannedCopy[] {
  const { site, mediaFile } = context
  const published = (path: string) => !path.endsWith('.metadata.json')
  const shown = site.media.some(({ renditions }) => renditions.length > 0)
    ? shownRenditions([...site.posts, ...site.pages], mediaFile, avatarUrls(context))
    : []
  return [
    ...site.theme.assets.map(({ path, digest }) => ({
      type: 'copy' as const,
      path,
      digest,
      source: { from: 'theme' as const, path },
    })),
    ...site.media.map(({ folder, filename, digest }) => ({
      type: 'copy' as const,
      path: `${folder}/${filename}`,
      digest,
      source: { from: 'media' as const, folder, filename, digest },
    })),
    ...shown.map(({ file: { folder }, rendition: { filename, digest } }) => ({
      type: 'copy' as const,
      path: `${folder}/${filename}`,
      digest,
      source: { from: 'media' as const, folder, filename, digest },
    })),
  ].filter(({ path }) => published(path))
}
