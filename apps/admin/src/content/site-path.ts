/** Paths of posts and pages on the site. */
import { filledPermalink, postPath, timeZoneError } from '@typecase/client'
import type { Frontmatter, Kind, Settings } from '../api/types.ts'
import { flatTree, pageTree } from './tree.ts'

export type PathFields = Pick<Frontmatter, 'slug' | 'pageType' | 'parentPage'> &
  Partial<Pick<Frontmatter, 'id' | 'category' | 'publishedAt' | 'publishAt'>>
type PathSettings = Pick<Settings, 'permalinkPost' | 'permalinkPage' | 'siteTimezone' | 'staticCleanUrls'>

/**
 * Returns `/post/a/`, or `/post/a.html` without clean URLs. `pages` must have all pages. An unpublished
 * post gets the date of its schedule, or today's date.
 */
export function sitePath(
  kind: Kind,
  item: PathFields,
  { permalinkPost, permalinkPage, siteTimezone, staticCleanUrls }: PathSettings,
  pages: readonly Frontmatter[],
): string {
  const { slug, id = '…', category } = item
  const path = () => {
    if (kind === 'posts') {
      const publishedAt = item.publishedAt ?? item.publishAt ?? new Date().toISOString()
      // An old browser may not support a new time zone.
      const timeZone = timeZoneError(siteTimezone) ? 'UTC' : siteTimezone
      return postPath(permalinkPost, { id, slug, category: category || null, publishedAt }, timeZone)
    }
    if (item.pageType === 'custom') return pathInTree(item, pages)
    return filledPermalink(permalinkPage, (token) => (token === 'id' ? id : slug))
  }
  return staticCleanUrls ? path() : path().replace(/\/$/, '.html')
}

function pathInTree({ slug, parentPage }: PathFields, pages: readonly Frontmatter[]): string {
  const parent = flatTree(pageTree(pages)).find(({ node }) => node.page.slug === parentPage)
  return `${parent?.node.path ?? ''}/${slug}/`
}
