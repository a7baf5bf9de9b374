/** The plan of a site: every file to be, from which data. Pure: the same site and addresses give the same plan, byte for byte. */
import { layoutMissing, outputCollision } from '../errors.ts'
import { robotsText } from '../feeds/robots.ts'
import { rssFeed } from '../feeds/rss.ts'
import { sitemapFiles } from '../feeds/sitemap.ts'
import { type Context, contextOf, taxonomiesOf } from '../render/context.ts'
import { postSummaries } from '../render/entry-models.ts'
import { headHtml } from '../render/head.ts'
import { shownRenditions } from '../render/images.ts'
import { type SharedModel, type SharedName, sharedModel } from '../render/shared-model.ts'
import { compare, type Site } from '../site/site.ts'
import { type Addresses, resolver } from './addresses.ts'
import { withoutCollisions } from './claims.ts'
import { type PageDraft, planPages, routesOf, sitemapOrder } from './plan-pages.ts'
import type { PageData, PlannedCopy, PlannedFile, PlannedPage, PlannedText, SitePlan } from './planned.ts'
import { fileOf } from './routes.ts'
import { isLayout, templateCandidates } from './templates.ts'

/** Raised when the same data would give other bytes: by a change of the engine, a helper or the ready-made markup. */
const edition = 2

/** SHA-256 of a text, hex. */
export type Digest = (text: string) => string

/** @throws LAYOUT_MISSING; OUTPUT_COLLISION when two files of one name are left, which no content can bring about. */
export function planSite(wanted: Site, addresses: Addresses, digest: Digest): SitePlan {
  const taxonomies = taxonomiesOf(wanted)
  const terms = [...taxonomies.category.terms, ...taxonomies.tag.terms]
  const { site, leftOut } = withoutCollisions(wanted, terms, addresses.cleanUrls)
  const context = contextOf(site, addresses, taxonomies, resolver(addresses, routesOf(site, terms)))
  const summaryOf = postSummaries(context)
  const shared = sharedModel(context, summaryOf)
  const drafts = planPages(context, summaryOf)
  const { footerCode } = site.settings
  const seal = pageSeal({ context, shared, footerCode, digest })
  const owned: { owner: string; file: PlannedFile }[] = [
    ...drafts.map((draft) => ({ owner: draft.owner, file: plannedPage(context, draft, seal) })),
    ...texts(context, drafts, digest).map((file) => ({ owner: `The generated ${file.path}`, file })),
    ...copies(context).map((file) => ({ owner: `The file ${file.path}`, file })),
  ]
  return { files: distinct(owned), shared, footerCode, leftOut }
}

function plannedPage(context: Context, draft: PageDraft, seal: Seal): PlannedPage {
  const { theme } = context.site
  const candidates = templateCandidates(draft.templateRoute)
  const template = candidates.find((path) => theme.templates.has(path))
  if (template === undefined) throw layoutMissing(theme.name)
  const content = isLayout(template) ? draft.readyMade : draft.data.content
  const { data } = draft
  const head = headHtml(context, { ...data, canonical: data.kind === '404' ? null : data.canonical, home: data.kind === 'home' })
  const model: PageData = { ...data, content, head }
  const shared = sharedNames(theme.templates.get(template)?.uses ?? new Set())
  return {
    type: 'page',
    path: fileOf(draft.route, context.addresses.cleanUrls),
    kind: data.kind,
    templateCandidates: candidates,
    template,
    model,
    shared,
    digest: seal(template, shared, model),
  }
}

/** `site` and `theme` are small and hardly change; the others are given to those who name them. */
function sharedNames(uses: ReadonlySet<string>): readonly SharedName[] {
  const named = (['menu', 'categories', 'tags', 'recentPosts'] as const).filter((name) => uses.has(name))
  return ['site', 'theme', ...named, ...(uses.has('site.updatedAt') ? (['siteUpdatedAt'] as const) : [])]
}

type Seal = (template: string, shared: readonly SharedName[], model: PageData) => string

/** Site-wide values are digested once, not once a page. */
function pageSeal(about: { context: Context; shared: SharedModel; footerCode: string; digest: Digest }): Seal {
  const { context, shared, footerCode, digest } = about
  const parts = new Map<SharedName, string>()
  const part = (name: SharedName) => {
    const known = parts.get(name) ?? digest(JSON.stringify(shared[name]))
    parts.set(name, known)
    return known
  }
  const common = digest(JSON.stringify([edition, context.site.theme.digest, context.addresses, footerCode]))
  return (template, names, model) => digest(JSON.stringify([common, template, names.map(part), model]))
}

function texts(context: Context, drafts: readonly PageDraft[], digest: Digest): readonly PlannedText[] {
  const { absoluteBase } = context.addresses
  const listed = drafts.filter(({ route }) => route.kind !== '404').toSorted(sitemapOrder)
  const entries = listed.map(({ data, lastModified }) => ({ url: data.canonical, lastModified }))
  const files = [
    ...sitemapFiles(entries, absoluteBase),
    { path: 'rss.xml', text: rssFeed(context) },
    { path: 'robots.txt', text: robotsText(absoluteBase) },
  ]
  return files.map(({ path, text }) => ({ type: 'text', path, text, digest: digest(text) }))
}

function copies({ site, mediaFile }: Context): readonly PlannedCopy[] {
  const published = (path: string) => !path.endsWith('.metadata.json')
  return [
    ...site.theme.assets.map(({ path, digest }) => ({ type: 'copy' as const, path, digest, source: { from: 'theme' as const, path } })),
    ...site.media.map(({ folder, filename, digest }) => ({
      type: 'copy' as const,
      path: `${folder}/${filename}`,
      digest,
      source: { from: 'media' as const, folder, filename, digest },
    })),
    ...shownRenditions([...site.posts, ...site.pages], mediaFile).map(({ file: { folder }, rendition: { filename, digest } }) => ({
      type: 'copy' as const,
      path: `${folder}/${filename}`,
      digest,
      source: { from: 'media' as const, folder, filename, digest },
    })),
  ].filter(({ path }) => published(path))
}

function distinct(owned: readonly { readonly owner: string; readonly file: PlannedFile }[]): readonly PlannedFile[] {
  const owners = new Map<string, string>()
  for (const { owner, file } of owned) {
    const first = owners.get(file.path)
    if (first !== undefined) throw outputCollision(file.path, first, owner)
    owners.set(file.path, owner)
  }
  return owned.map(({ file }) => file).sort((a, b) => compare(a.path, b.path))
}
