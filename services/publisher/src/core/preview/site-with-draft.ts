import { authorFields, entryFields, instant, type Metadata, postFields, text } from '../site/entry-fields.ts'
import type { Published } from '../site/follow-content.ts'
import { type Body, newestFirst, type Page, type Post } from '../site/site.ts'

export interface Draft {
  readonly kind: 'post' | 'page'
  readonly id?: string | undefined
  readonly metadata: Metadata
  readonly markdown: string
}

export interface DraftedSite {
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
  readonly entry: Post | Page
}

const unsaved = 'preview'

/** Adds the draft to the site. The draft replaces the published version of the entry, if any. */
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
    publishedAt: instant(metadata.publishedAt) ?? former?.publishedAt ?? instant(metadata.publishAt) ?? now,
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
  const post: Post = { ...entry, authors: authorsOf(metadata, former, writer), ...postFields(metadata) }
  return { posts: [...posts.filter((one) => one.id !== id), post].sort(newestFirst), pages, entry: post }
}

function authorsOf(metadata: Metadata, former: Post | Page | undefined, writer: string): readonly string[] {
  const named = authorFields(metadata)
  if (named.length > 0) return named
  return former && 'authors' in former ? former.authors : [writer]
}

function pathAbove(pages: readonly Page[], parent: unknown): readonly string[] {
  const above = pages.find(({ type, slug, id }) => type === 'custom' && (slug === parent || id === parent))
  return above?.path ?? []
}

/** The published site. Entries whose body is not cached have an empty body. */
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
