/** Slugs and addresses of imported items (contract.md#site-addresses). */
import { numberedSlug, slugOf } from '@typecase/kernel'
import type { Metadata } from './model.ts'

/** Slugs that the API refuses for top-level custom pages (contract.md#reserved-page-slugs). */
const reserved = ['post', 'page', 'category', 'tag', 'sitemap', 'api', 'admin', 'images', 'documents']

export type SlugSpace = 'post' | 'normal' | 'custom'

export interface SlugBook {
  /** Reserves the slug of `wanted`, or of `fallback` if the first is empty. Adds a number to a taken slug. */
  take(space: SlugSpace, wanted: string, fallback?: string): string
}

export function slugBook(): SlugBook {
  const taken: Record<SlugSpace, Map<string, number>> = {
    post: new Map(),
    normal: new Map(),
    custom: new Map(reserved.map((slug) => [slug, 1])),
  }
  return {
    take(space, wanted, fallback = 'untitled') {
      const slugs = taken[space]
      const base = slugOf(wanted) || slugOf(fallback) || 'untitled'
      let n = (slugs.get(base) ?? 0) + 1
      while (n > 1 && slugs.has(numberedSlug(base, n))) n += 1
      slugs.set(base, n)
      const slug = numberedSlug(base, n)
      if (slug !== base) slugs.set(slug, 1)
      return slug
    },
  }
}

type Addressed = Pick<Metadata, 'slug' | 'pageType' | 'parentPage'>

/** The address of an item on the site, with clean URLs. `parentOf` returns the parent of a custom page. */
export function addressOf(
  type: 'post' | 'page',
  { slug, pageType, parentPage }: Addressed,
  parentOf: (slug: string) => string | null | undefined,
): string {
  if (type === 'post') return `/post/${slug}/`
  if (pageType !== 'custom') return `/page/${slug}/`
  return `/${chainOf(parentPage, parentOf).concat(slug).join('/')}/`
}

/** Slugs of the pages from the root down to `parent`; stops at a cycle. */
export function chainOf(
  parent: string | null | undefined,
  parentOf: (slug: string) => string | null | undefined,
): string[] {
  const chain: string[] = []
  for (let at = parent; at && !chain.includes(at); at = parentOf(at)) chain.unshift(at)
  return chain
}

/** The decoded path of an http(s) URL, or of a path below `origin`; undefined for other text. */
export function pathOf(url: string, origin?: string): string | undefined {
  try {
    const parsed = new URL(url, origin ?? 'http://site.invalid')
    if (!/^https?:$/.test(parsed.protocol)) return undefined
    return decodeURI(parsed.pathname)
  } catch {
    return undefined
  }
}
