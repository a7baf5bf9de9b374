/** What is published, together with what somebody is writing. Pure. */
import { entryFields, type Metadata, postFields, text } from '../site/entry-fields.ts'
import type { Published } from '../site/follow-content.ts'
import { type Body, newestFirst, type Page, type Post } from '../site/site.ts'

/** A post or page as its author has it, saved or not. */
export interface Draft {
  readonly kind: 'post' | 'page'
  /** Of the stored one. */
  readonly id?: string | undefined
  readonly metadata: Metadata
  readonly markdown: string
}

export interface DraftedSite {
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
  /** What the draft has become. */
  readonly entry: Post | Page
}

const unsaved = 'preview'

/** The draft stands in the place of what is published of it, else before all others. */
export function siteWithDraft(
  { posts, pages }: Pick<DraftedSite, 'posts' | 'pages'>,
  draft: Draft,
  {
    body,
    now,
    author: writer,
  }: { readonly body: Body /** ISO 8601. */; readonly now: string; readonly author: string },
): DraftedSite {
  const id = draft.id ?? unsaved
  const former = (draft.kind === 'post' ? posts : pages).find((entry) => entry.id === id)
  const { metadata } = draft
  const slug = text(metadata.slug) ?? former?.slug ?? unsaved
  const entry = {
    id,
    title: text(metadata.title) ?? 'Untitled',
    slug,
    createdAt: instant(metadata.createdAt) ?? former?.createdAt ?? now,
    updatedAt: now,
    ...entryFields(metadata),
    body,
  }
  if (draft.kind === 'page') {
    const type = metadata.pageType === 'custom' ? ('custom' as const) : ('normal' as const)
    const page: Page = {
      ...entry,
      type,
      path: [...(type === 'custom' ? pathAbove(pages, metadata.parentPage) : []), slug],
    }
    return { posts, pages: [...pages.filter((one) => one.id !== id), page], entry: page }
  }
  const author = text(metadata.author) ?? (former && 'author' in former ? former.author : writer)
  const post: Post = { ...entry, author, ...postFields(metadata) }
  return { posts: [...posts.filter((one) => one.id !== id), post].sort(newestFirst), pages, entry: post }
}

/** Of a published parent, by its slug or id. */
function pathAbove(pages: readonly Page[], parent: unknown): readonly string[] {
  const above = pages.find(({ type, slug, id }) => type === 'custom' && (slug === parent || id === parent))
  return above?.path ?? []
}

function instant(value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Published entries with those of their bodies that are known: of the others a list shows no excerpt. */
export function publishedSite(
  published: Published,
  bodyOf: (textDigest: string) => Body | undefined,
): Pick<DraftedSite, 'posts' | 'pages'> {
  const posts: Post[] = []
  const pages: Page[] = []
  for (const { textDigest, ...entry } of published.entries.values()) {
    const whole = { ...entry, body: bodyOf(textDigest) ?? { ...emptyBody, digest: textDigest } }
    if ('path' in whole) pages.push(whole as Page)
    else posts.push(whole as Post)
  }
  return { posts: posts.sort(newestFirst), pages: pages.sort(newestFirst) }
}

const emptyBody = { pieces: [''], urls: [], headings: [], excerpt: '', words: 0 } as const
