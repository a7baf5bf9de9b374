/** The digest of a file decides whether it is written again. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aBlog, aMenuItem, aPost, aSite, aTheme, body } from '../../../test/support/sites.ts'
import type { Post, Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { planSite } from './plan-site.ts'
import { templateDigits } from './planned.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const plan = (site: Site) => planSite(site, addressesOf('', true, 'http://site.test'), digest)

const blog = aBlog()
const feedsIn = (folder: string) => ['atom.xml', 'feed.json', 'rss.xml'].map((name) => folder + name)
const siteFeeds = feedsIn('')
const isFeed = (path: string) => /(^|\/)(atom\.xml|feed\.json|rss\.xml)$/.test(path)

describe('digests', () => {
  const digests = (site: Site) => new Map([...plan(site).files].map(({ path, digest }) => [path, digest]))
  const changed = (before: Site, after: Site) => {
    const former = digests(before)
    return [...digests(after)].filter(([path, digest]) => former.get(path) !== digest).map(([path]) => path)
  }

  it('change only for pages that show a changed post', () => {
    const [three, two, one] = blog.posts
    if (!three || !two || !one) throw new Error('three posts')
    const after = { ...blog, posts: [three, two, { ...one, body: body('other') }] }
    expect(changed(blog, after).filter((path) => !isFeed(path))).toEqual([
      'author/ann/page/2/index.html',
      'blog/page/2/index.html',
      'page/2/index.html',
      'post/one/index.html',
    ])
    expect(changed(blog, after).filter(isFeed).sort()).toEqual(
      [...siteFeeds, ...feedsIn('author/ann/')].sort(),
    )
  })

  it('change for the feeds of the site and of the terms of a changed post', () => {
    const [three, two, one] = blog.posts
    if (!three || !two || !one) throw new Error('three posts')
    const newest = { ...three, tags: ['x'], category: null, authors: ['cora'] }
    const posts = [newest, { ...two, tags: ['y'] }, one]
    const before = { ...blog, posts }
    const after = { ...blog, posts: posts.with(0, { ...newest, title: 'x' }) }
    expect(changed(before, after).filter(isFeed).sort()).toEqual(
      [...siteFeeds, ...feedsIn('tag/x/'), ...feedsIn('author/cora/')].sort(),
    )
  })

  it.each([
    ...[
      { title: 'x' },
      { subtitle: 'x' },
      { excerpt: 'x' },
      { authors: ['x'] },
      { updatedAt: '2031-01-01T00:00:00.000Z' },
      { meta: { x: 1 } },
    ],
    ...[{ category: 'x' }, { tags: ['x'] }, { featuredImage: { url: '/images/x.png', alt: '' } }],
  ])('change for the page of a post and for a page that lists it as related: %j', (change) => {
    const [three, two, one] = blog.posts
    if (!three || !two || !one) throw new Error('three posts')
    const related = (other: Post) => ({
      ...blog,
      posts: [{ ...three, relatedPosts: [one.id] }, two, other],
    })
    const pages = ['post/one/index.html', 'post/three/index.html']
    expect(changed(related(one), related({ ...one, ...change }))).toEqual(expect.arrayContaining(pages))
    expect(changed(blog, related(one))).toEqual(['post/three/index.html'])
  })

  it('change for a post page if its headings change, but not for pages that list it as related', () => {
    const [three, two, one] = blog.posts
    if (!three || !two || !one) throw new Error('three posts')
    const related = (other: Post) => ({ ...blog, posts: [{ ...three, relatedPosts: [one.id] }, two, other] })
    const headings = [{ level: 2, text: 'x', id: 'x' }]
    const after = related({ ...one, body: { ...one.body, headings, digest: 'x' } })
    expect(changed(related(one), after).filter((path) => path.startsWith('post/'))).toEqual([
      'post/one/index.html',
    ])
  })

  it('change for a post page without a description if the site description changes', () => {
    const undescribed = aSite({ posts: [aPost('one', { body: { ...body(''), excerpt: '' } })] })
    const after = {
      ...undescribed,
      settings: { ...undescribed.settings, siteDescription: 'x' },
      theme: undescribed.theme,
    }
    const own = (site: Site) => digests(site).get('post/one/index.html')?.slice(templateDigits)
    expect(own(after)).not.toBe(own(undescribed))
  })

  it('change with a shared value only if the template uses it', () => {
    const theme = aTheme({ 'templates/post.html': ['menu'] })
    const before = { ...blog, theme }
    expect(changed(before, { ...before, menu: [aMenuItem({ id: 'a' })] })).toEqual([
      'post/one/index.html',
      'post/three/index.html',
      'post/two/index.html',
    ])
  })

  it('change with the entry limit only for feeds that it truncates', () => {
    const withEntries = (rssEntryLimit: number) => ({
      ...blog,
      settings: { ...blog.settings, rssEntryLimit },
    })
    expect(changed(blog, withEntries(2)).every(isFeed)).toBe(true)
    expect(changed(blog, withEntries(2))).toEqual(expect.arrayContaining(siteFeeds))
    expect(changed(blog, withEntries(3))).toEqual([])
  })

  it('change for every page if the site title, the footer code or the theme changes', () => {
    for (const after of [
      { ...blog, settings: { ...blog.settings, siteTitle: 'x' } },
      { ...blog, settings: { ...blog.settings, footerCode: 'x' } },
      { ...blog, theme: { ...blog.theme, digest: 'y' } },
    ]) {
      expect(changed(blog, after).filter((path) => path.endsWith('.html'))).toHaveLength(19)
    }
  })
})
