import { layoutMissing } from '../errors.ts'
import type { Body, Post } from '../site/site.ts'
import { fileOf } from './addresses/routes.ts'
import { isLayout, templateCandidates } from './addresses/templates.ts'
import { cardPath } from './card-path.ts'
import type { SitemapEntry } from './feeds/sitemap.ts'
import { headFacts, headHtml, headSite } from './head.ts'
import { bodyHtml } from './models/body.ts'
import type { Context } from './models/context.ts'
import type { PostModel, PostSummary } from './models/entry-models.ts'
import { inLanguage } from './models/languages.ts'
import type { SharedModel, SharedName } from './models/shared-model.ts'
import { sampleDates } from './models/site-dates.ts'
import type { Drafted, NewerPosts, OwnedPage, PageDraft, PageSource } from './page-draft.ts'
import type { Drafting, PlanMemory } from './plan-memory.ts'
import {
  type Digest,
  type HeadlessPage,
  type Kind,
  type PageAbout,
  type PageData,
  type PlannedPage,
  templateDigits,
} from './planned.ts'

/** Increment when the same data renders to other bytes. */
const formatVersion = 11

interface About {
  readonly context: Context
  readonly summaryOf: (post: Post) => PostSummary
  readonly shared: SharedModel
  readonly digest: Digest
  readonly memory: Pick<PlanMemory, 'now'>
}

export interface PageDrafter {
  fresh(source: PageSource, number: number): Drafted
  again(known: Drafted, newer: NewerPosts): Drafted
  hasSame(templates: ReadonlyMap<string, string>): boolean
}

export function pageDrafter(about: About): PageDrafter {
  const { context, summaryOf, memory } = about
  memory.now.drafting = { context, summaryOf }
  const templates = templateFinder(about)
  const essenceOf = essences(about)

  function drafted(source: PageSource, number: number, known?: Drafted): Drafted {
    const draft = source.draft(context, summaryOf)
    const { template, shared, digest } = templates.choose(draft)
    const { own, shows, summary, data } = draft
    const path = fileOf(draft.route, context.addresses.cleanUrls)
    const page = {
      number,
      kind: data.kind,
      path,
      template,
      shared,
      digest: digest + essenceOf(draft),
      about: { own, shows, summary },
    }
    return {
      source,
      entry: listedEntry(draft, known?.entry),
      file: new DraftedPage(memory.now, source, page),
    }
  }

  return {
    fresh: (source, number) => drafted(source, number),
    again(known, newer) {
      const { source, file } = known
      if (isShown(file.about, newer) || source.isAlteredBy?.(newer))
        return drafted(source, file.number, known)
      const { shared, digest } = templates.named(file.template)
      if (file.digest.startsWith(digest)) return known
      const { number, kind, path, template, about } = file
      const essence = file.digest.slice(templateDigits)
      const page = { number, kind, path, template, shared, digest: digest + essence, about }
      return { ...known, file: new DraftedPage(memory.now, source, page) }
    },
    hasSame: (known) => [...known].every(([template, digest]) => templates.named(template).digest === digest),
  }
}

function isShown({ own, shows }: PageAbout, newer: NewerPosts): boolean {
  if (own && newer.has(own as Post)) return true
  for (const post of shows) if (newer.has(post)) return true
  return false
}

/** Undefined for a page that the sitemap must omit. */
function listedEntry(
  { own, data: { kind, canonical: url, post, page }, lastModified }: PageDraft,
  known: SitemapEntry | undefined,
): SitemapEntry | undefined {
  const isForeign = url === own?.seo?.canonicalUrl && url !== (post ?? page)?.absoluteUrl
  if (kind === '404' || own?.seo?.noindex || isForeign) return undefined
  return known?.url === url && known.lastModified === lastModified ? known : { url, lastModified }
}

interface Templates {
  choose(draft: PageDraft): Named & { readonly template: string }
  named(template: string): Named
}

interface Named {
  readonly shared: readonly SharedName[]
  readonly digest: string
}

/**
 * A page that is drafted again when it is rendered, so that a large site stores no drafts. A class, because
 * in V8 an object literal with a getter takes five times the memory.
 */
class DraftedPage implements OwnedPage {
  readonly type = 'page'
  readonly number: number
  readonly kind: Kind
  readonly path: string
  readonly digest: string
  readonly template: string
  readonly shared: readonly SharedName[]
  readonly about: PageAbout
  readonly #source: PageSource
  readonly #now: PlanMemory['now']

  constructor(
    now: PlanMemory['now'],
    source: PageSource,
    fields: Omit<PlannedPage, 'type' | 'model' | 'headless'>,
  ) {
    this.number = fields.number
    this.kind = fields.kind
    this.path = fields.path
    this.digest = fields.digest
    this.template = fields.template
    this.shared = fields.shared
    this.about = fields.about
    this.#source = source
    this.#now = now
  }

  get owner(): string {
    const { context, summaryOf } = this.#drafting
    return this.#source.draft(context, summaryOf).owner
  }

  get model(): PageData {
    const { model, headFacts: facts } = this.headless
    return { ...model, head: headHtml(headSite(this.#drafting.context), model, facts) }
  }

  get headless(): HeadlessPage {
    const { context, summaryOf } = this.#drafting
    return headlessOf(context, this.#source.draft(context, summaryOf), this.template)
  }

  get #drafting(): Drafting {
    if (!this.#now.drafting) throw new Error('a page was drafted without a context')
    return this.#now.drafting
  }
}

function headlessOf(context: Context, draft: PageDraft, template: string): HeadlessPage {
  const { data, body } = draft
  const content = body ? bodyHtml(body, context.resolve, context.mediaFile) : ''
  const headings = body?.headings ?? []
  const model = {
    ...data,
    content: isLayout(template)
      ? draft.defaultMain(content, draft, inLanguage(context, draft.own?.language ?? null))
      : content,
    post: data.post && { ...data.post, content, headings },
    page: data.page && { ...data.page, content, headings },
  }
  return { model, headFacts: headFacts(context, draft.own) }
}

function templateFinder({ context, shared, digest }: About): Templates {
  const { theme, settings } = context.site
  const parts = new Map<SharedName, string>()
  const part = (name: SharedName) => {
    const known = parts.get(name) ?? digest(JSON.stringify(shared[name]))
    parts.set(name, known)
    return known
  }
  const dates = sampleDates(settings)
  const common = JSON.stringify([formatVersion, theme.digest, context.addresses, settings.footerCode, dates])
  const byTemplate = new Map<string, Named>()
  const named = (template: string) => {
    const known = byTemplate.get(template)
    if (known) return known
    const names = sharedNames(theme.templates.get(template)?.uses ?? new Set())
    const found = {
      shared: names,
      digest: digest(JSON.stringify([common, template, names.map(part)])).slice(0, templateDigits),
    }
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

/** The shared values that a template names. Always includes `site` and `theme`, which are small. */
function sharedNames(uses: ReadonlySet<string>): readonly SharedName[] {
  const named = (['menu', 'categories', 'tags', 'recentPosts'] as const).filter((name) => uses.has(name))
  return ['site', 'theme', ...named, ...(uses.has('site.updatedAt') ? (['siteUpdatedAt'] as const) : [])]
}

/**
 * Returns a function that digests the inputs of a page. A body contributes its digest and its resolved URLs.
 * A listed post contributes the digest of its summary.
 */
function essences({ context, digest }: About): (draft: PageDraft) => string {
  const digests = new WeakMap<PostSummary, string>()
  const ofSummary = (summary: PostSummary) => {
    const known = digests.get(summary) ?? digest(JSON.stringify(summary))
    digests.set(summary, known)
    return known
  }
  return ({ data, body, terms, summary, own }) => {
    const { post, posts, title, seoTitle, description, url, canonical } = data
    const ofPost = post && { ...beyond(post, summary), related: post.related.map(ofSummary) }
    const named = summary && isNamedAs(data, summary) ? null : [title, seoTitle, description, url, canonical]
    const isInHead = own?.seo || (own && cardPath(context.site.settings, own) !== undefined)
    const head = isInHead ? headFacts(context, own) : null
    const shown = [summary && ofSummary(summary), posts.map(ofSummary)]
    const essence = [named, ofPost, shown, restOf(data), terms, body && bodyKey(context, body), head]
    return digest(JSON.stringify(essence)).slice(0, templateDigits)
  }
}

/** Explicit fields, because a rest pattern is several times slower. */
const restOf = (
  data: PageDraft['data'],
): Omit<
  PageDraft['data'],
  'post' | 'posts' | 'title' | 'seoTitle' | 'description' | 'url' | 'canonical' | 'language' | 'direction'
> & { readonly language: string | undefined } => {
  const { content, breadcrumbs, page, taxonomy, author, pagination, sections, kind } = data
  const { language, alternates } = data
  return { content, breadcrumbs, page, taxonomy, author, pagination, sections, kind, language, alternates }
}

function beyond(post: PostModel, summary: PostSummary | null): Readonly<Record<string, unknown>> {
  const all = post as unknown as Readonly<Record<string, unknown>>
  const known = (summary ?? {}) as Readonly<Record<string, unknown>>
  const more: Record<string, unknown> = {}
  for (const name of Object.keys(all)) if (known[name] !== all[name]) more[name] = all[name]
  return more
}

const isNamedAs = (
  { title, seoTitle, description, url, canonical }: PageDraft['data'],
  summary: PostSummary,
): boolean =>
  seoTitle === null &&
  title === summary.title &&
  description === summary.excerpt &&
  url === summary.url &&
  canonical === summary.absoluteUrl

const bodyKey = (
  { resolve, mediaFile }: Pick<Context, 'resolve' | 'mediaFile'>,
  { digest, urls }: Body,
): readonly unknown[] => [digest, ...urls.map((url) => [resolve(url), mediaFile(url)])]
