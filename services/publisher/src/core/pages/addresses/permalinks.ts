/** Routes of posts and pages with the permalinks of the settings (contract.md#permalinks). */
import { defaultPermalinks, filledPermalink } from '@typecase/kernel'
import type { Page, Post, Settings } from '../../site/site.ts'
import type { Route } from './routes.ts'
import { termSlug } from './slugs.ts'

export type Permalinks = Pick<Settings, 'permalinkPost' | 'permalinkPage' | 'siteTimezone'>

type PostFields = Pick<Post, 'id' | 'slug' | 'category' | 'createdAt'>
type PageFields = Pick<Page, 'id' | 'slug' | 'type' | 'path'>

export function routeOfPost(post: PostFields, { permalinkPost, siteTimezone }: Permalinks): Route {
  const { slug } = post
  if (permalinkPost === defaultPermalinks.permalinkPost) return { kind: 'post', slug }
  const path = filledPermalink(permalinkPost, (token) => {
    if (token === 'slug' || token === 'id') return post[token]
    if (token === 'category') return post.category === null ? 'uncategorized' : termSlug(post.category)
    return dateParts(post.createdAt, siteTimezone)[token]
  })
  return { kind: 'post', slug, path }
}

/** A custom page has the address of its place in the page tree instead of a permalink. */
export function routeOfPage(page: PageFields, { permalinkPage }: Permalinks): Route {
  const { slug, id } = page
  if (page.type === 'custom') return { kind: 'custom', path: page.path }
  if (permalinkPage === defaultPermalinks.permalinkPage) return { kind: 'page', slug }
  return { kind: 'page', slug, path: filledPermalink(permalinkPage, (token) => (token === 'id' ? id : slug)) }
}

export const routeOfEntry = (entry: PostFields | PageFields, permalinks: Permalinks): Route =>
  'path' in entry ? routeOfPage(entry, permalinks) : routeOfPost(entry, permalinks)

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date in the zone of the site, as digits. */
function dateParts(iso: string, timeZone: string): Record<'year' | 'month' | 'day', string> {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  const [year = '', month = '', day = ''] = format.format(new Date(iso)).split('-')
  return { year, month, day }
}
