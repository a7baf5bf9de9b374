/** Paths of posts and pages on the site. */
import type { Frontmatter, Kind } from '../api/types.ts'
import { flatTree, pageTree } from './tree.ts'

export type PathFields = Pick<Frontmatter, 'slug' | 'pageType' | 'parentPage'>

/** `/post/a`, `/page/a`, `/about/team`, without the suffix of the URL style. `pages` must be complete. */
export function sitePath(
  kind: Kind,
  { slug, pageType, parentPage }: PathFields,
  pages: readonly Frontmatter[],
): string {
  if (kind === 'posts') return `/post/${slug}`
  if (pageType !== 'custom') return `/page/${slug}`
  const parent = flatTree(pageTree(pages)).find(({ node }) => node.page.slug === parentPage)
  return `${parent?.node.path ?? ''}/${slug}`
}
