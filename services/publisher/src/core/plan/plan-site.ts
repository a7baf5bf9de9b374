/** The plan of a site: every file to be, from which data. Pure: the same site and addresses give the same plan, byte for byte. */
import { outputCollision } from '../errors.ts'
import { robotsText } from '../feeds/robots.ts'
import { type Feed, feedOf } from '../feeds/rss.ts'
import { sitemapFiles } from '../feeds/sitemap.ts'
import { type Context, contextOf } from '../render/context.ts'
import { postSummaries } from '../render/entry-models.ts'
import { shownRenditions } from '../render/images.ts'
import { sharedModel } from '../render/shared-model.ts'
import { compare, type Site } from '../site/site.ts'
import type { Addresses } from './addresses.ts'
import { pageDrafter } from './draft-page.ts'
import { type Drafted, type Layout, layoutOf, type PlanMemory } from './plan-memory.ts'
import { planPages } from './plan-pages.ts'
import type { Digest, PlannedCopy, PlannedFile, PlannedText, SitePlan } from './planned.ts'

/** @throws LAYOUT_MISSING; OUTPUT_COLLISION when two files of one name are left, which no content can bring about. */
export const planSite = (site: Site, addresses: Addresses, digest: Digest): SitePlan => sitePlanner(digest)(site, addresses)

/** Plans one site again and again. What is made from the very same things as before is taken from the plan before. */
export function sitePlanner(digest: Digest): (site: Site, addresses: Addresses) => SitePlan {
  let memory: PlanMemory | undefined
  return (wanted, addresses) => {
    const layout = layoutOf(wanted, addresses, memory)
    memory = layout.memory
    const context = contextOf(layout.site, addresses, layout.taxonomies, layout.resolve)
    const summaryOf = postSummaries(context, memory.summaries)
    const shared = sharedModel(context, summaryOf)
    const drafter = pageDrafter({ context, shared, digest, memory })
    const pages = planPages(context, summaryOf, drafter)
    const others = [...texts(context, layout, pages, digest), ...copies(context)]
    memory.pages = byPath(pages)
    return { files: distinct(pages, others, memory), shared, footerCode: layout.site.settings.footerCode, leftOut: layout.leftOut }
  }
}

function byPath(pages: readonly Drafted[]): ReadonlyMap<string, Drafted> {
  const found = new Map<string, Drafted>()
  for (const page of pages) found.set(page.file.path, page)
  return found
}

function texts(context: Context, { memory }: Layout, pages: readonly Drafted[], digest: Digest): readonly PlannedText[] {
  const { absoluteBase } = context.addresses
  const feed: Feed = feedOf(context, digest, memory.feedItems)
  const robots = robotsText(absoluteBase)
  return [
    ...sitemapFiles(inSitemap(pages, memory), absoluteBase).map((file) => lazily(file.path, digest(file.key), () => file.text)),
    lazily('rss.xml', feed.digest, feed.text),
    lazily('robots.txt', digest(robots), () => robots),
  ]
}

const lazily = (path: string, digest: string, text: () => string): PlannedText => ({
  type: 'text',
  path,
  digest,
  get text() {
    return text()
  },
})

/** Pages that stand for themselves, in the order of their addresses. */
function inSitemap(pages: readonly Drafted[], memory: PlanMemory): readonly Drafted['entry'][] {
  const listed = new Map<string, Drafted['entry']>()
  for (const { draft, entry } of pages) if (draft.route.kind !== '404') listed.set(entry.url, entry)
  const known = memory.sitemapOrder?.length === listed.size ? memory.sitemapOrder.map((url) => listed.get(url)) : []
  if (known.length > 0 && known.every((entry) => entry !== undefined)) return known
  const entries = [...listed.values()].sort((a, b) => compare(a.url, b.url))
  memory.sitemapOrder = entries.map(({ url }) => url)
  return entries
}

function copies({ site, mediaFile }: Context): readonly PlannedCopy[] {
  const published = (path: string) => !path.endsWith('.metadata.json')
  const shown = site.media.some(({ renditions }) => renditions.length > 0) ? shownRenditions([...site.posts, ...site.pages], mediaFile) : []
  return [
    ...site.theme.assets.map(({ path, digest }) => ({ type: 'copy' as const, path, digest, source: { from: 'theme' as const, path } })),
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

/** By path. */
function distinct(pages: readonly Drafted[], others: readonly PlannedFile[], memory: PlanMemory): readonly PlannedFile[] {
  const byPath = new Map<string, PlannedFile>()
  for (const { file } of pages) byPath.set(file.path, file)
  for (const file of others) byPath.set(file.path, file)
  if (byPath.size < pages.length + others.length) throw collision(pages, others)
  const known = memory.fileOrder?.length === byPath.size ? memory.fileOrder.map((path) => byPath.get(path)) : []
  if (known.length > 0 && known.every((file) => file !== undefined)) return known
  const files = [...byPath.values()].sort((a, b) => compare(a.path, b.path))
  memory.fileOrder = files.map(({ path }) => path)
  return files
}

function collision(pages: readonly Drafted[], others: readonly PlannedFile[]): Error {
  const owners = new Map<string, string>()
  const named = [
    ...pages.map(({ draft, file }) => ({ owner: draft.owner, path: file.path })),
    ...others.map(({ type, path }) => ({ owner: type === 'text' ? `The generated ${path}` : `The file ${path}`, path })),
  ]
  for (const { owner, path } of named) {
    const first = owners.get(path)
    if (first !== undefined) return outputCollision(path, first, owner)
    owners.set(path, owner)
  }
  return new Error('no two files of the plan have one path')
}
