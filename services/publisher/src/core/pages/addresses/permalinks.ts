/** Routes of posts and pages with the permalinks of the settings (contract.md#permalinks). */
import { defaultPermalinks, filledPermalink, type PermalinkPost, postPath } from '@typecase/kernel'
import type { Page, Settings } from '../../site/site.ts'
import type { Route } from './routes.ts'

export type Permalinks = Pick<Settings, 'permalinkPost' | 'permalinkPage' | 'siteTimezone'>

type PageFields = Pick<Page, 'id' | 'slug' | 'type' | 'path'>

export function routeOfPost(post: PermalinkPost, { permalinkPost, siteTimezone }: Permalinks): Route {
  const { slug } = post
  if (permalinkPost === defaultPermalinks.permalinkPost) return { kind: 'post', slug }
  const path = postPath(permalinkPost, post, siteTimezone)
  return { kind: 'post', slug, path }
}

/** A custom page has the address of its place in the page tree instead of a permalink. */
export function routeOfPage(page: PageFields, { permalinkPage }: Permalinks): Route {
  const { slug, id } = page
  if (page.type === 'custom') return { kind: 'custom', path: page.path }
  if (permalinkPage === defaultPermalinks.permalinkPage) return { kind: 'page', slug }
  return { kind: 'page', slug, path: filledPermalink(permalinkPage, (token) => (token === 'id' ? id : slug)) }
}

export const routeOfEntry = (entry: PermalinkPost | PageFields, permalinks: Permalinks): Route =>
  'path' in entry ? routeOfPage(entry, permalinks) : routeOfPost(entry, permalinks)
