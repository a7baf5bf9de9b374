import { describe, expect, it } from 'vitest'
import type { Frontmatter } from '../api/types.ts'
import { sitePath } from './site-path.ts'
import { canMove, flatTree, isOnSite, pageTree } from './tree.ts'

const page = (
  slug: string,
  parentPage: string | null = null,
  pageType: 'custom' | 'normal' = 'custom',
): Frontmatter => ({
  id: `id-${slug}`,
  title: slug,
  slug,
  status: 'published',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  pageType,
  parentPage,
})
const pages = [
  page('team', 'about'),
  page('about'),
  page('berlin', 'team'),
  page('contact'),
  page('lost', 'missing'),
  page('note', null, 'normal'),
]

describe('the tree of pages', () => {
  it('lists custom pages by title below their parents, or at the top if the parent is unknown', () => {
    const lines = flatTree(pageTree(pages)).map(({ node, depth }) => `${depth} ${node.path}`)
    expect(lines).toEqual(['0 /about', '1 /about/team', '2 /about/team/berlin', '0 /contact', '0 /lost'])
  })

  it('lets a page move anywhere except into its own subtree or to its current parent', () => {
    const tree = pageTree(pages)
    expect(canMove(tree, 'id-about', 'berlin')).toBe(false)
    expect(canMove(tree, 'id-about', 'about')).toBe(false)
    expect(canMove(tree, 'id-team', 'about')).toBe(false)
    expect(canMove(tree, 'id-team', null)).toBe(true)
    expect(canMove(tree, 'id-contact', 'berlin')).toBe(true)
    expect(canMove(tree, 'id-about', null)).toBe(false)
  })

  it('detects moves that change an address on the site', () => {
    const tree = pageTree(
      pages.map((each) => ({ ...each, status: each.slug === 'berlin' ? 'published' : 'draft' })),
    )
    expect(['about', 'team', 'berlin', 'contact'].map((slug) => isOnSite(tree, `id-${slug}`))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

const settings = {
  permalinkPost: '/post/{slug}/',
  permalinkPage: '/page/{slug}/',
  siteTimezone: 'UTC',
  staticCleanUrls: true,
}

describe('the path of an item on the site', () => {
  it('includes the slugs of all parents', () => {
    expect(sitePath('posts', page('hello'), settings, pages)).toBe('/post/hello/')
    expect(sitePath('pages', page('note', null, 'normal'), settings, pages)).toBe('/page/note/')
    expect(sitePath('pages', page('new', 'berlin'), settings, pages)).toBe('/about/team/berlin/new/')
    expect(sitePath('pages', page('about'), { ...settings, staticCleanUrls: false }, pages)).toBe(
      '/about.html',
    )
  })

  it('follows the permalinks', () => {
    const moved = {
      ...settings,
      permalinkPost: '/{year}/{month}/{category}/{slug}/',
      permalinkPage: '/p/{slug}/',
      siteTimezone: 'Asia/Tokyo',
    }
    const post = { ...page('hello'), category: 'Größe & Co', publishedAt: '2026-12-31T23:30:00.000Z' }
    expect(sitePath('posts', post, moved, [])).toBe('/2027/01/grosse-co/hello/')
    expect(sitePath('posts', post, { ...moved, staticCleanUrls: false }, [])).toBe(
      '/2027/01/grosse-co/hello.html',
    )
    expect(sitePath('pages', page('note', null, 'normal'), moved, [])).toBe('/p/note/')
    const daily = { ...moved, permalinkPost: '/{year}/{month}/{day}/{id}/', siteTimezone: 'UTC' }
    expect(sitePath('posts', { ...post, id: '7' }, daily, [])).toBe('/2026/12/31/7/')
  })

  it('has the date of the schedule before the publication, and otherwise the date of today', () => {
    const daily = { ...settings, permalinkPost: '/{year}/{month}/{day}/{slug}/' }
    const draft = page('soon')
    expect(sitePath('posts', { ...draft, publishAt: '2031-02-03T04:05:06.000Z' }, daily, [])).toBe(
      '/2031/02/03/soon/',
    )
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
    expect(sitePath('posts', draft, daily, [])).toBe(`/${today}/soon/`)
    // A time zone that the browser does not support.
    expect(sitePath('posts', draft, { ...daily, siteTimezone: 'Mars/Olympus' }, [])).toBe(`/${today}/soon/`)
  })
})
