/** From a draft to a planned page: its template, its digest, and its model when it is rendered. */
import { layoutMissing } from '../errors.ts'
import type { SitemapEntry } from '../feeds/sitemap.ts'
import { bodyHtml } from '../render/body.ts'
import type { Context } from '../render/context.ts'
import type { PostSummary } from '../render/entry-models.ts'
import { headHtml } from '../render/head.ts'
import type { SharedModel, SharedName } from '../render/shared-model.ts'
import type { Body, Post } from '../site/site.ts'
import type { NewerPosts, PageDraft, PageSource } from './page-draft.ts'
import type { Drafted, PlanMemory } from './plan-memory.ts'
import type { Digest, PageAbout, PageData, PlannedPage } from './planned.ts'
import { fileOf } from './routes.ts'
import { isLayout, templateCandidates } from './templates.ts'

/** Raised when the same data would give other bytes: by a change of the engine, a helper or the ready-made markup. */
const edition = 4
/** Hexadecimal digits of each of the two halves of a page's digest. */
const half = 32

interface About {
  readonly context: Context
  readonly summaryOf: (post: Post) => PostSummary
  readonly shared: SharedModel
  readonly digest: Digest
  readonly memory: Pick<PlanMemory, 'now'>
}

export interface PageDrafter {
  fresh(source: PageSource): Drafted
  /** The page of the plan before, in the same place; itself where nothing of it changed. */
  again(known: Drafted, newer: NewerPosts): Drafted
  /** Whether what the pages of each template have in common is what it was. */
  hasSame(templates: ReadonlyMap<string, string>): boolean
}

export function pageDrafter(about: About): PageDrafter {
  const { context, summaryOf, memory } = about
  memory.now.context = context
  const templates = templateFinder(about)
  const essenceOf = essences(about)

  function drafted(source: PageSource, known: Drafted | undefined): Drafted {
    const draft = source.draft(context, summaryOf)
    const essence = essenceOf(draft)
    const { template, shared, digest: templateDigest } = templates.choose(draft)
    const path = fileOf(draft.route, context.addresses.cleanUrls)
    const file = new DraftedPage(memory.now, draft, { path, digest: templateDigest + essence, template, shared })
    return { source, draft, entry: entryOf(draft, known?.entry), essence, templateDigest, file }
  }

  return {
    fresh: (source) => drafted(source, undefined),
    again(known, newer) {
      const { source, draft, essence, templateDigest } = known
      if (isShown(draft, newer) || source.isAlteredBy?.(newer)) return drafted(source, known)
      const { shared, digest } = templates.named(known.file.template)
      if (digest === templateDigest) return known
      const { path, template } = known.file
      const file = new DraftedPage(memory.now, draft, { path, digest: digest + essence, template, shared })
      return { ...known, templateDigest: digest, file }
    },
    hasSame: (known) => [...known].every(([template, digest]) => templates.named(template).digest === digest),
  }
}

function isShown({ own, shows }: PageDraft, newer: NewerPosts): boolean {
  if (own && newer.has(own as Post)) return true
  for (const post of shows) if (newer.has(post)) return true
  return false
}

/** Equal entries stay the same object. */
function entryOf({ data: { canonical: url }, lastModified }: PageDraft, known: SitemapEntry | undefined): SitemapEntry {
  return known?.url === url && known.lastModified === lastModified ? known : { url, lastModified }
}

interface Templates {
  choose(draft: PageDraft): Named & { readonly template: string }
  named(template: string): Named
}

interface Named {
  /** The site-wide values that a template names. */
  readonly shared: readonly SharedName[]
  /** Of all that its pages have in common. */
  readonly digest: string
}

/**
 * A page may outlive its plan; it is rendered with the newest one, which is the same to it. Of a large site there are many at a
 * time: a class, because V8 keeps each object with a getter of its own as a table, in five times the memory.
 */
class DraftedPage implements PlannedPage {
  readonly type = 'page'
  readonly kind: PlannedPage['kind']
  readonly path: string
  readonly digest: string
  readonly template: string
  readonly shared: readonly SharedName[]
  readonly #draft: PageDraft
  readonly #now: { readonly context: Context | undefined }

  constructor(
    now: { readonly context: Context | undefined },
    draft: PageDraft,
    { path, digest, template, shared }: Pick<PlannedPage, 'path' | 'digest' | 'template' | 'shared'>,
  ) {
    this.kind = draft.data.kind
    this.path = path
    this.digest = digest
    this.template = template
    this.shared = shared
    this.#draft = draft
    this.#now = now
  }

  get about(): PageAbout {
    return this.#draft
  }

  get model(): PageData {
    if (!this.#now.context) throw new Error('a page was planned without a plan')
    return modelOf(this.#now.context, this.#draft, this.template)
  }
}

function modelOf(context: Context, draft: PageDraft, template: string): PageData {
  const { data, body } = draft
  const content = body ? bodyHtml(body, context.resolve, context.mediaFile) : ''
  const head = headHtml(context, { ...data, canonical: data.kind === '404' ? null : data.canonical, home: data.kind === 'home' })
  return {
    ...data,
    content: isLayout(template) ? draft.readyMade(content, draft) : content,
    post: data.post && { ...data.post, content },
    page: data.page && { ...data.page, content },
    head,
  }
}

/** The template of a page, and the digest of all that its pages have in common. Site-wide values are digested once. */
function templateFinder({ context, shared, digest }: About): Templates {
  const { theme, settings } = context.site
  const parts = new Map<SharedName, string>()
  const part = (name: SharedName) => {
    const known = parts.get(name) ?? digest(JSON.stringify(shared[name]))
    parts.set(name, known)
    return known
  }
  const common = JSON.stringify([edition, theme.digest, context.addresses, settings.footerCode])
  const byTemplate = new Map<string, Named>()
  const named = (template: string) => {
    const known = byTemplate.get(template)
    if (known) return known
    const names = sharedNames(theme.templates.get(template)?.uses ?? new Set())
    const found = { shared: names, digest: digest(JSON.stringify([common, template, names.map(part)])).slice(0, half) }
    byTemplate.set(template, found)
    return found
  }
  return {
    choose({ templateRoute }) {
      const template = templateCandidates(templateRoute).find((path) => theme.templates.has(path))
      if (template === undefined) throw layoutMissing(theme.name)
      return { template, ...named(template) }
    },
    named,
  }
}

/** `site` and `theme` are small and hardly change; the others are given to those who name them. */
function sharedNames(uses: ReadonlySet<string>): readonly SharedName[] {
  const named = (['menu', 'categories', 'tags', 'recentPosts'] as const).filter((name) => uses.has(name))
  return ['site', 'theme', ...named, ...(uses.has('site.updatedAt') ? (['siteUpdatedAt'] as const) : [])]
}

/** A body counts by its digest and by where its addresses lead, a post in a list by the digest of its summary. */
function essences({ context, digest }: About): (draft: PageDraft) => string {
  const digests = new WeakMap<PostSummary, string>()
  const ofSummary = (summary: PostSummary) => {
    const known = digests.get(summary) ?? digest(JSON.stringify(summary))
    digests.set(summary, known)
    return known
  }
  return ({ data, body, terms }) => {
    const post = data.post && { ...data.post, headings: null, related: data.post.related.map(ofSummary) }
    const page = data.page && { ...data.page, headings: null }
    return digest(JSON.stringify([{ ...data, post, page, posts: data.posts.map(ofSummary) }, terms, body && bodyKey(context, body)])).slice(
      0,
      half,
    )
  }
}

/** Of all that the HTML of a body depends on here. */
const bodyKey = ({ resolve, mediaFile }: Pick<Context, 'resolve' | 'mediaFile'>, { digest, urls }: Body): readonly unknown[] => [
  digest,
  ...urls.map((url) => [resolve(url), mediaFile(url)]),
]
