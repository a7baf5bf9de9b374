import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aBlog, aMenuItem, anImage, aPage, aPost, aSite, aTheme, body } from '../../../test/support/sites.ts'
import type { Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { planSite } from './plan-site.ts'
import type { PlannedPage, SitePlan } from './planned.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const plan = (site: Site, { base = '', clean = true } = {}) =>
  planSite(site, addressesOf(base, clean, 'http://site.test'), digest)
const page = (site: Site, path: string, options = {}) =>
  [...plan(site, options).files].find((file) => file.path === path) as PlannedPage
const blog = aBlog()

const feedsIn = (folder: string) => ['atom.xml', 'feed.json', 'rss.xml'].map((name) => `${folder}/${name}`)

describe('the plan', () => {
  it('has every file in the clean style', () => {
    expect([...plan(blog).files].map(({ path }) => path)).toEqual([
      '404.html',
      'about/index.html',
      'about/team/ann/index.html',
      'about/team/index.html',
      'assets/css/style.css',
      'atom.xml',
      'author/ann/atom.xml',
      'author/ann/feed.json',
      'author/ann/index.html',
      'author/ann/page/2/index.html',
      'author/ann/rss.xml',
      'blog/index.html',
      'blog/page/2/index.html',
      'categories/index.html',
      'category/news/atom.xml',
      'category/news/feed.json',
      'category/news/index.html',
      'category/news/rss.xml',
      'feed.json',
      'index.html',
      'page/2/index.html',
      'page/imprint/index.html',
      'post/one/index.html',
      'post/three/index.html',
      'post/two/index.html',
      'robots.txt',
      'rss.xml',
      'sitemap.xml',
      'sitemap/index.html',
      'tag/a/atom.xml',
      'tag/a/feed.json',
      'tag/a/index.html',
      'tag/a/rss.xml',
      'tag/b/atom.xml',
      'tag/b/feed.json',
      'tag/b/index.html',
      'tag/b/rss.xml',
    ])
  })

  it('has every file in the traditional style', () => {
    expect([...plan(blog, { clean: false }).files].map(({ path }) => path)).toEqual([
      '404.html',
      'about.html',
      'about/team.html',
      'about/team/ann.html',
      'assets/css/style.css',
      'atom.xml',
      'author/ann.html',
      'author/ann/atom.xml',
      'author/ann/feed.json',
      'author/ann/page-2.html',
      'author/ann/rss.xml',
      'blog.html',
      'blog/page-2.html',
      'categories.html',
      'category/news.html',
      ...feedsIn('category/news'),
      'feed.json',
      'index.html',
      'page-2.html',
      'page/imprint.html',
      'post/one.html',
      'post/three.html',
      'post/two.html',
      'robots.txt',
      'rss.xml',
      'sitemap.xml',
      'sitemap/index.html',
      'tag/a.html',
      ...feedsIn('tag/a'),
      'tag/b.html',
      ...feedsIn('tag/b'),
    ])
  })

  it('has the fixed pages for an empty site', () => {
    expect([...plan(aSite()).files].map(({ path }) => path)).toEqual([
      '404.html',
      'assets/css/style.css',
      'atom.xml',
      'blog/index.html',
      'categories/index.html',
      'feed.json',
      'index.html',
      'robots.txt',
      'rss.xml',
      'sitemap.xml',
      'sitemap/index.html',
    ])
  })

  it('is the same for the same site', () => {
    const withModels = (sitePlan: SitePlan) => ({
      ...sitePlan,
      files: [...sitePlan.files].map((file) => {
        if (file.type !== 'page') return file
        const { own, shows, summary } = file.about
        return { ...file, model: file.model, about: { own, shows, summary } }
      }),
    })
    expect(withModels(plan(blog))).toEqual(withModels(plan(structuredClone(blog))))
  })

  it('omits metadata files', () => {
    const site = aSite({
      media: [
        {
          id: 'f1',
          folder: 'documents',
          filename: 'a.metadata.json',
          url: '/documents/a.metadata.json',
          digest: 'd',
          mimeType: 'text/plain',
          caption: '',
          renditions: [],
          width: null,
          height: null,
        },
      ],
    })
    expect([...plan(site).files].some(({ path }) => path.endsWith('.metadata.json'))).toBe(false)
  })
})

describe('page models', () => {
  it('paginate lists, newest first', () => {
    const { model } = page(blog, 'index.html')
    expect(model.posts.map(({ slug }) => slug)).toEqual(['three', 'two'])
    expect(model.pagination).toMatchObject({ page: 1, pages: 2, total: 3, previous: null, next: '/page/2/' })
    expect(page(blog, 'page/2/index.html').model.pagination).toMatchObject({
      previous: '/',
      next: null,
      items: [
        { number: 1, url: '/', current: false },
        { number: 2, url: '/page/2/', current: true },
      ],
    })
  })

  it('combine terms with the same slug, under the most common spelling (contract.md#taxonomy-slugs)', () => {
    const { model } = page(
      aSite({
        posts: [
          aPost('a', { tags: ['Röck'] }),
          aPost('b', { tags: ['Rock'] }),
          aPost('c', { tags: ['Rock', 'Röck'] }),
        ],
      }),
      'tag/rock/index.html',
    )
    expect(model.taxonomy).toEqual({ type: 'tag', name: 'Rock', slug: 'rock', url: '/tag/rock/', count: 3 })
  })

  it('have breadcrumbs along the page hierarchy, without drafts', () => {
    expect(page(blog, 'about/team/ann/index.html').model.breadcrumbs.map(({ url }) => url)).toEqual([
      '/',
      '/about/',
      '/about/team/',
      '/about/team/ann/',
    ])
    const site = aSite({ pages: [aPage('about/team')] })
    expect(page(site, 'about/team/index.html').model.breadcrumbs.map(({ url }) => url)).toEqual([
      '/',
      '/about/team/',
    ])
  })

  it('have related posts in order, without unknown posts or the post itself', () => {
    const [a, b] = [aPost('a'), aPost('b')]
    const site = aSite({ posts: [{ ...a, relatedPosts: [b.id, 'unknown', a.id, b.id] }, b] })
    expect(page(site, 'post/a/index.html').model.post?.related.map(({ slug }) => slug)).toEqual(['b'])
  })

  it('have the previous and next post', () => {
    const { model } = page(blog, 'post/two/index.html')
    expect([model.post?.previous?.title, model.post?.next?.title]).toEqual(['Title one', 'Title three'])
  })

  it('resolve links in bodies with the address style and the base path', () => {
    const linked = {
      ...body(''),
      pieces: ['<a href="', '">x</a><img src="', '">'],
      urls: ['/post/b/?x=1&y=2', '/images/a.png'],
    }
    const site = aSite({ posts: [aPost('a', { body: linked }), aPost('b')] })
    expect(page(site, 'post/a.html', { base: '/base', clean: false }).model.post?.content).toBe(
      '<a href="/base/post/b.html?x=1&amp;y=2">x</a><img src="/base/images/a.png">',
    )
  })

  it('resolve absolute links to the site like relative ones, also to media files', () => {
    const urls = [
      'http://site.test/post/b',
      'http://site.test/images/photo.png',
      'http://site.test/images/x.png',
    ]
    const linked = {
      ...body(''),
      pieces: ['<a href="', '">x</a><a href="', '">y</a><a href="', '">z</a>'],
      urls,
    }
    const site = aSite({ posts: [aPost('a', { body: linked }), aPost('b')], media: [anImage('photo', 100)] })
    expect(page(site, 'post/a.html', { base: '/base', clean: false }).model.post?.content).toBe(
      '<a href="http://site.test/base/post/b.html">x</a><a href="http://site.test/base/images/photo.png">y</a><a href="http://site.test/images/x.png">z</a>',
    )
  })

  it('list the posts on all pages of a custom page at /blog/ (contract.md#blog-and-category-lists)', () => {
    const site = aSite({
      posts: blog.posts,
      pages: [aPage('blog')],
      theme: aTheme({ 'custom/blog.html': [] }),
    })
    const second = page(site, 'blog/page/2/index.html')
    expect(second).toMatchObject({ kind: 'page', template: 'custom/blog.html' })
    expect(second.model).toMatchObject({
      title: 'Title blog',
      page: { slug: 'blog' },
      posts: [{ slug: 'one' }],
    })
  })

  it('nest the menu, and ignore a cycle in it', () => {
    const menu = [
      aMenuItem({ id: 'b', order: 2, url: '/about' }),
      aMenuItem({ id: 'a', order: 1 }),
      aMenuItem({ id: 'c', parent: 'b' }),
      aMenuItem({ id: 'x', parent: 'y' }),
      aMenuItem({ id: 'y', parent: 'x' }),
    ]
    expect(plan({ ...blog, menu }).shared.menu).toMatchObject([
      { id: 'a', children: [] },
      { id: 'b', url: '/about/', children: [{ id: 'c' }] },
    ])
  })

  it('have built-in content if the theme has only a layout', () => {
    expect(page(blog, 'categories/index.html').model.content).toContain(
      '<a href="/category/news/">News</a> (2)',
    )
    expect(page(blog, 'about/team/index.html').model.content).toMatch(
      /^<nav class="breadcrumbs".*\n<p>Body team<\/p>/,
    )
    expect(
      page({ ...blog, theme: aTheme({ 'custom/team.html': [] }) }, 'about/team/index.html').model.content,
    ).toBe('<p>Body team</p>')
  })

  it('escape texts of authors in the head', () => {
    const { head } = page(
      aSite({ posts: [aPost('a', { title: '"><script>x</script>' })] }),
      'post/a/index.html',
    ).model
    expect(head).not.toContain('<script>x')
    expect(head).toContain('<link rel="canonical" href="http://site.test/post/a/">')
  })
})
