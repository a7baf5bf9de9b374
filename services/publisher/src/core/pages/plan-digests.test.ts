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
  const digests = (site: Site) => new Map(plan(site).files.map(({ path, digest: made }) => [path, made]))
  const changed = (before: Site, after: Site) => {
    const old = digests(before)
    return [...digests(after)].filter(([path, made]) => old.get(path) !== made).map(([path]) => path)
  }

  it('change for pages that show a changed post only', () => {
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

  it('change for the feeds of the terms of a changed post, and for no other term', () => {
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
  ])(
    'change for the page of a post with what is said of it, and for one that it is related to: %j',
    (change) => {
      const [three, two, one] = blog.posts
      if (!three || !two || !one) throw new Error('three posts')
      const related = (other: Post) => ({
        ...blog,
        posts: [{ ...three, relatedPosts: [one.id] }, two, other],
      })
      const pages = ['post/one/index.html', 'post/three/index.html']
      expect(changed(related(one), related({ ...one, ...change }))).toEqual(expect.arrayContaining(pages))
      expect(changed(blog, related(one))).toEqual(['post/three/index.html'])
    },
  )

  it('change with its headings for the page of a post, not for related pages', () => {
    const [three, two, one] = blog.posts
    if (!three || !two || !one) throw new Error('three posts')
    const related = (other: Post) => ({ ...blog, posts: [{ ...three, relatedPosts: [one.id] }, two, other] })
    const headings = [{ level: 2, text: 'x', id: 'x' }]
    const after = related({ ...one, body: { ...one.body, headings, digest: 'x' } })
    expect(changed(related(one), after).filter((path) => path.startsWith('post/'))).toEqual([
      'post/one/index.html',
    ])
  })

  it('change with the default description for the page of a post without one', () => {
    const silent = aSite({ posts: [aPost('one', { body: { ...body(''), excerpt: '' } })] })
    const after = { ...silent, settings: { ...silent.settings, siteDescription: 'x' }, theme: silent.theme }
    const own = (site: Site) => digests(site).get('post/one/index.html')?.slice(templateDigits)
    expect(own(after)).not.toBe(own(silent))
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

  it('change for the feeds only with the number of their entries, if they have more', () => {
    const withEntries = (rssEntryLimit: number) => ({
      ...blog,
      settings: { ...blog.settings, rssEntryLimit },
    })
    expect(changed(blog, withEntries(2)).every(isFeed)).toBe(true)
    expect(changed(blog, withEntries(2))).toEqual(expect.arrayContaining(siteFeeds))
    expect(changed(blog, withEntries(3))).toEqual([])
  })

  it('change everywhere with the site title, the footer code and the theme', () => {
    for (const after of [
      { ...blog, settings: { ...blog.settings, siteTitle: 'x' } },
      { ...blog, settings: { ...blog.settings, footerCode: 'x' } },
      { ...blog, theme: { ...blog.theme, digest: 'y' } },
    ]) {
      expect(changed(blog, after).filter((path) => path.endsWith('.html'))).toHaveLength(19)
    }
  })
})
