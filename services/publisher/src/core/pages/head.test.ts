import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aBlog, anImage, aPage, aPost, aSite } from '../../../test/support/sites.ts'
import type { Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { type HeadSite, headHtml } from './head.ts'
import { planSite } from './plan-site.ts'
import type { PlannedPage, SitePlan } from './planned.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const pagesOf = ({ files }: SitePlan) =>
  [...files].filter((file): file is PlannedPage => file.type === 'page')

const image = anImage('photo', 1200)
const withImages = (): Site => {
  const featuredImage = { url: image.url, alt: 'A "photo" & more' }
  const elsewhere = { url: 'https://images.test/a.jpg', alt: '' }
  return aSite({
    posts: [
      aPost('one', { featuredImage, title: 'Ünïcode – “quoted” <b>' }),
      aPost('two', { featuredImage: elsewhere, at: 2 }),
      aPost('three', { at: 3 }),
    ],
    pages: [aPage('about', { featuredImage })],
    media: [image],
  })
}

describe('the head of a page', () => {
  it.each([
    ['', aBlog()],
    ['https://x.test/some/base', aBlog()],
    ['', withImages()],
    ['/base', withImages()],
  ])('is the same if a renderer builds it (base %j)', (base, site) => {
    const addresses = addressesOf(base, true, 'http://site.test')
    const plan = planSite(site, addresses, digest)
    const { basePath, absoluteBase } = addresses
    const pages = pagesOf(plan)
    expect(pages.length).toBeGreaterThan(8)
    for (const page of pages) {
      const { site, headless } = JSON.parse(
        JSON.stringify({ site: plan.shared.site, headless: page.headless }),
      )
      const about: HeadSite = { ...site, basePath, absoluteBase }
      expect(headHtml(about, headless.model, headless.headFacts)).toBe(page.model.head)
      expect(page.model).toEqual({ ...page.headless?.model, head: page.model.head })
    }
  })

  it('has the absolute URL of the image', () => {
    const { files } = planSite(withImages(), addressesOf('/base', true, 'http://site.test'), digest)
    const head = (path: string) => ([...files].find((file) => file.path === path) as PlannedPage).model.head
    expect(head('post/one/index.html')).toContain(
      `<meta property="og:image" content="http://site.test/base${image.url}">`,
    )
    expect(head('post/one/index.html')).toContain('og:image:alt" content="A &quot;photo&quot; &amp; more"')
    expect(head('post/two/index.html')).toContain(
      '<meta property="og:image" content="https://images.test/a.jpg">',
    )
    expect(head('post/two/index.html')).not.toContain('og:image:alt')
    expect(head('post/three/index.html')).not.toContain('og:image')
  })

  it('has the SEO fields of an entry', () => {
    const seo = {
      title: 'For <search>',
      description: 'A better description',
      canonicalUrl: 'https://elsewhere.test/one',
      noindex: true,
      image: { url: image.url, alt: 'Social' },
    }
    const nothing = { title: null, description: null, canonicalUrl: null, noindex: false, image: null }
    const featuredImage = { url: 'https://images.test/a.jpg', alt: '' }
    const site = aSite({
      posts: [
        aPost('one', { seo, featuredImage }),
        aPost('two', { at: 2, seo: { ...nothing, canonicalUrl: 'https://elsewhere.test/two' } }),
        aPost('three', { at: 3, seo: { ...nothing, canonicalUrl: 'http://site.test/post/three/' } }),
        aPost('four', { at: 4, seo: { ...nothing, noindex: true } }),
      ],
      pages: [aPage('about', { seo: { ...nothing, noindex: true } }), aPage('blog', { seo })],
      media: [image],
    })
    const { files } = planSite(site, addressesOf('', true, 'http://site.test'), digest)
    const model = (path: string) => ([...files].find((file) => file.path === path) as PlannedPage).model
    expect(model('post/one/index.html')).toMatchObject({
      title: 'Title one',
      seoTitle: 'For <search>',
      description: 'A better description',
      canonical: 'https://elsewhere.test/one',
    })
    const { head } = model('post/one/index.html')
    for (const line of [
      '<meta name="robots" content="noindex">',
      '<link rel="canonical" href="https://elsewhere.test/one">',
      '<meta property="og:title" content="For &lt;search&gt;">',
      `<meta property="og:image" content="http://site.test${image.url}">`,
      '<meta property="og:image:alt" content="Social">',
    ])
      expect(head).toContain(line)
    expect(model('post/two/index.html').head).not.toContain('noindex')
    const sitemap = [...files].find((file) => file.path === 'sitemap.xml')
    const listed = [
      ...Buffer.from(sitemap?.type === 'text' ? (sitemap.text as Uint8Array) : [])
        .toString()
        .matchAll(/<loc>([^<]*)/g),
    ].map(([, url]) => url)
    expect(listed).toContain('http://site.test/post/three/')
    for (const part of ['/post/one/', '/post/two/', '/post/four/', '/about/', '/blog/', 'elsewhere'])
      expect(listed.filter((url) => url?.includes(part))).toEqual([])
  })

  it('has the SEO fields of a post in its linked data', () => {
    const canonicalUrl = 'https://elsewhere.test/one/'
    const seo = { title: 'T', description: 'For search', canonicalUrl, noindex: false, image: null }
    const site = aSite({ posts: [aPost('one', { seo })] })
    const { files } = planSite(site, addressesOf('', true, 'http://site.test'), digest)
    const { head } = ([...files].find((file) => file.path === 'post/one/index.html') as PlannedPage).model
    expect(head).toContain('"description":"For search"')
    expect(head).toContain(`"mainEntityOfPage":"${canonicalUrl}"`)
  })

  it('links each feed once on every page', () => {
    const site = aSite({ posts: [aPost('one', { category: 'News', tags: ['Tag'], authors: ['ann'] })] })
    const pages = pagesOf(planSite(site, addressesOf('', true, 'http://site.test'), digest))
    expect(pages.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['home', 'category', 'tag', 'author']),
    )
    for (const { path, model } of pages) {
      const feeds = model.head.match(/href="[^"]*(?:rss\.xml|atom\.xml|feed\.json)"/g) ?? []
      expect(new Set(feeds).size, path).toBe(feeds.length)
    }
  })

  it('affects only the digest of its page', () => {
    const addresses = addressesOf('', true, 'http://site.test')
    const [post, other] = [aPost('one'), aPost('two', { at: 2 })]
    const seo = { title: null, description: null, canonicalUrl: null, noindex: false, image: null }
    const digests = (first: typeof post) =>
      new Map(
        pagesOf(planSite(aSite({ posts: [first, other] }), addresses, digest)).map((page) => [
          page.path,
          page.digest,
        ]),
      )
    const before = digests(post)
    for (const change of [{ noindex: true }, { image: { url: '/a.png', alt: '' } }, { title: 'T' }]) {
      const after = digests({ ...post, seo: { ...seo, ...change } })
      const changed = [...after].filter(([path, now]) => before.get(path) !== now).map(([path]) => path)
      expect(changed).toEqual(['post/one/index.html'])
    }
  })

  it('excludes the 404 page from search engines', () => {
    const { files } = planSite(aBlog(), addressesOf('', true, 'http://site.test'), digest)
    const head = (path: string) => ([...files].find((file) => file.path === path) as PlannedPage).model.head
    expect(head('404.html')).toContain('<meta name="robots" content="noindex">')
    expect(head('404.html')).not.toMatch(/canonical|og:url/)
    expect(head('index.html')).toContain('"@type":"WebSite"')
    expect(head('index.html')).not.toContain('noindex')
  })
})
