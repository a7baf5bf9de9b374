import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { aPage, aPost, aSite } from '../../../test/support/sites.ts'
import { addressesOf } from '../pages/addresses/addresses.ts'
import { planSite } from '../pages/plan-site.ts'
import { byPosts } from './page-order.ts'

it('orders pages so that those with the same posts are near each other, and keeps all pages', () => {
  const posts = Array.from({ length: 800 }, (_, n) =>
    aPost(`post-${n}`, { at: 100_000 - n, category: n % 2 ? 'Odd' : 'Even' }),
  )
  const site = aSite({ posts, pages: [aPage('about')], settings: { postsPerPage: 5 } })
  const { files } = planSite(site, addressesOf('', true, 'http://site.test'), (text) =>
    createHash('sha256').update(text).digest('hex'),
  )
  const pages = [...files].filter((file) => file.type === 'page')
  const ordered = byPosts(pages, site.posts)
  expect(new Set(ordered)).toEqual(new Set(pages))
  expect(ordered).toHaveLength(pages.length)
  const largestDistance = Math.max(
    ...site.posts.map((post) => {
      const indexes = ordered.flatMap(({ about }, index) => (about.shows.includes(post) ? [index] : []))
      return (indexes.at(-1) ?? 0) - (indexes[0] ?? 0)
    }),
  )
  expect(largestDistance).toBeLessThan(ordered.length / 3)
  const last = ordered
    .slice(-4)
    .map(({ kind }) => kind)
    .sort()
  expect(last).toEqual(['404', 'categories', 'page', 'sitemap'])
})
