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
import { type Drafted, pageDrafter } from './draft-page.ts'
import { type Layout, layoutOf, type PlanMemory } from './plan-memory.ts'
import { planPages } from './plan-pages.ts'
import type { PlannedCopy, PlannedFile, PlannedText, SitePlan } from './planned.ts'

/** SHA-256 of a text, hex. */
export type Digest = (text: string) => string

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
    const owned: { owner: string; file: PlannedFile }[] = [
      ...pages.map(({ draft, file }) => ({ owner: draft.owner, file })),
      ...texts(context, layout, pages, digest).map((file) => ({ owner: `The generated ${file.path}`, file })),
      ...copies(context).map((file) => ({ owner: `The file ${file.path}`, file })),
    ]
    memory.pages = new Map(pages.map((page) => [page.file.path, page]))
    return { files: distinct(owned, memory), shared, footerCode: layout.site.settings.footerCode, leftOut: layout.leftOut }
  }
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
  const listed = new Map(pages.flatMap(({ draft, entry }) => (draft.route.kind === '404' ? [] : [[entry.url, entry] as const])))
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

function distinct(owned: readonly { readonly owner: string; readonly file: PlannedFile }[], memory: PlanMemory): readonly PlannedFile[] {
  const owners = new Map<string, { readonly owner: string; readonly file: PlannedFile }>()
  for (const one of owned) {
    const first = owners.get(one.file.path)
    if (first !== undefined) throw outputCollision(one.file.path, first.owner, one.owner)
    owners.set(one.file.path, one)
  }
  const known = memory.fileOrder?.length === owned.length ? memory.fileOrder.map((path) => owners.get(path)?.file) : []
  if (known.length > 0 && known.every((file) => file !== undefined)) return known
  const files = owned.map(({ file }) => file).sort((a, b) => compare(a.path, b.path))
  memory.fileOrder = files.map(({ path }) => path)
  return files
}
