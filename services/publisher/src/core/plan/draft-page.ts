/** From a draft to a planned page: its template, its digest, and its model when it is rendered. */
import { layoutMissing } from '../errors.ts'
import { bodyHtml } from '../render/body.ts'
import type { Context } from '../render/context.ts'
import type { PostSummary } from '../render/entry-models.ts'
import { headHtml } from '../render/head.ts'
import type { SharedModel, SharedName } from '../render/shared-model.ts'
import type { Body } from '../site/site.ts'
import type { Drafted, PlanMemory } from './plan-memory.ts'
import type { DraftPage, PageDraft } from './plan-pages.ts'
import type { Digest, PageData, PlannedPage } from './planned.ts'
import { fileOf } from './routes.ts'
import { isLayout, templateCandidates } from './templates.ts'

/** Raised when the same data would give other bytes: by a change of the engine, a helper or the ready-made markup. */
const edition = 3
/** Hexadecimal digits of each of the two halves of a page's digest. */
const half = 32

interface About {
  readonly context: Context
  readonly shared: SharedModel
  readonly digest: Digest
  readonly memory: PlanMemory
}

export function pageDrafter(about: About): DraftPage<Drafted> {
  const { context, memory } = about
  memory.now.context = context
  const templates = templateFinder(about)
  const essenceOf = essences(about)
  return (route, parts, make) => {
    const path = fileOf(route, context.addresses.cleanUrls)
    const known = memory.pages.get(path)
    const isSame = known !== undefined && known.parts.length === parts.length && parts.every((part, index) => part === known.parts[index])
    if (isSame && templates.digestOf(known.file) === known.templateDigest) return known
    const draft = isSame ? known.draft : make()
    const essence = isSame ? known.essence : essenceOf(draft)
    const { chosen, digest: templateDigest } = templates.choose(draft)
    const entry = isSame ? known.entry : { url: draft.data.canonical, lastModified: draft.lastModified }
    const file = plannedPage(memory.now, draft, { path, digest: templateDigest + essence, ...chosen })
    return { parts, draft, entry, essence, templateDigest, file }
  }
}

interface Templates {
  choose(draft: PageDraft): { readonly chosen: Chosen; readonly digest: string }
  /** Of a page that was planned before, in the same theme. */
  digestOf(page: Pick<PlannedPage, 'template'>): string
}

type Chosen = Pick<PlannedPage, 'templateCandidates' | 'template' | 'shared'>

/** A page may outlive its plan; it is rendered with the newest one, which is the same to it. */
const plannedPage = (
  now: { readonly context: Context | undefined },
  draft: PageDraft,
  planned: Chosen & Pick<PlannedPage, 'path' | 'digest'>,
): PlannedPage => ({
  type: 'page',
  kind: draft.data.kind,
  ...planned,
  about: { own: draft.own, shows: draft.shows },
  get model() {
    if (!now.context) throw new Error('a page was planned without a plan')
    return modelOf(now.context, draft, planned.template)
  },
})

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
  const byTemplate = new Map<string, { readonly shared: readonly SharedName[]; readonly digest: string }>()
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
      const candidates = templateCandidates(templateRoute)
      const template = candidates.find((path) => theme.templates.has(path))
      if (template === undefined) throw layoutMissing(theme.name)
      const found = named(template)
      return { chosen: { templateCandidates: candidates, template, shared: found.shared }, digest: found.digest }
    },
    digestOf: ({ template }) => named(template).digest,
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
