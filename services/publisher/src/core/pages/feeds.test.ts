import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aBlog, aPost, aSite, body } from '../../../test/support/sites.ts'
import { elementsOf } from '../../../test/support/xml.ts'
import type { Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { planSite } from './plan-site.ts'
import type { PlannedPage, PlannedText } from './planned.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const plan = (site: Site, { base = '', clean = true } = {}) =>
  planSite(site, addressesOf(base, clean, 'http://site.test'), digest)
const text = (site: Site, path: string) =>
  Buffer.from(
    ([...plan(site).files].find((file) => file.path === path) as PlannedText).text as Uint8Array,
  ).toString()
const blog = aBlog()

describe('feeds', () => {
  const hostile = [
    'Tom & "Jerry" <b>',
    ']]>',
    'a\u0000\u0008\u001b\ufffe\ud800z',
    '<![CDATA[x',
    '&amp;',
    "'",
    '🎉é',
  ]

  it.each(hostile)('are well-formed with the title %j', (title) => {
    const site = aSite({
      posts: [
        aPost('a', {
          title,
          authors: [title],
          category: title,
          tags: [title],
          excerpt: title,
          body: { ...body(''), pieces: [`<p>${title}</p>`] },
        }),
      ],
      settings: { siteTitle: title, siteDescription: title },
    })
    const rss = elementsOf(text(site, 'rss.xml'))
    const clean = title === 'a\u0000\u0008\u001b\ufffe\ud800z' ? 'az' : title
    expect(rss.filter(({ name }) => name === 'title').map((element) => element.text)).toEqual([clean, clean])
    expect(rss.find(({ name }) => name === 'content:encoded')?.text).toBe(`<p>${clean}</p>`)
    expect(rss.find(({ name }) => name === 'dc:creator')?.text).toBe(clean)
    expect(elementsOf(text(site, 'sitemap.xml'))[0]?.name).toBe('urlset')
    const atom = elementsOf(text(site, 'atom.xml'))
    expect(atom.find(({ name }) => name === 'content')?.text).toBe(`<p>${clean}</p>`)
    expect(JSON.parse(text(site, 'feed.json'))).toMatchObject({ items: [{ tags: [title, title] }] })
  })

  /** RFC 4287, 4.1: required elements, and valid dates and ids. */
  it('are valid Atom', () => {
    for (const [site, path] of [
      [blog, 'atom.xml'],
      [blog, 'category/news/atom.xml'],
      [aSite(), 'atom.xml'],
    ] as const) {
      const xml = text(site, path)
      expect(xml).toMatch(/^<\?xml [^>]*>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom" xml:lang="en">/)
      const [head = '', ...entries] = xml.split('<entry>')
      const expectOnce = (part: string, name: string) =>
        expect(part.match(new RegExp(`<${name}[ >]`, 'g')), `${path} ${name}`).toHaveLength(1)
      for (const part of [head, ...entries])
        for (const name of ['id', 'title', 'updated']) expectOnce(part, name)
      expect(head).toContain(`<link rel="self" type="application/atom+xml" href="http://site.test/${path}"/>`)
      expect(head).toContain('<author><name>')
      for (const part of entries) {
        for (const name of ['published', 'summary']) expectOnce(part, name)
        expect(part).toMatch(/<id>urn:uuid:[0-9a-f-]{36}<\/id>/)
        expect(part).toMatch(/<link rel="alternate" type="text\/html" href="http:\/\/site\.test\/post\//)
      }
      const dates = elementsOf(xml).filter(({ name }) => name === 'updated' || name === 'published')
      for (const { text: date } of dates) expect(new Date(date).toISOString()).toBe(date)
      const ids = elementsOf(xml).filter(({ name }) => name === 'id')
      expect(new Set(ids.map(({ text: id }) => id)).size).toBe(ids.length)
    }
  })

  /** https://www.jsonfeed.org/version/1.1/: required members and their types. */
  it('are valid JSON Feed', () => {
    for (const [site, path] of [
      [blog, 'feed.json'],
      [blog, 'tag/a/feed.json'],
      [aSite(), 'feed.json'],
    ] as const) {
      const feed = JSON.parse(text(site, path))
      expect(feed).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        title: expect.any(String),
        home_page_url: expect.stringMatching(/^http:\/\/site\.test\//),
        feed_url: `http://site.test/${path}`,
        items: expect.any(Array),
      })
      for (const item of feed.items) {
        expect(item).toMatchObject({ id: expect.stringMatching(/^urn:uuid:/), url: expect.any(String) })
        expect(item).toHaveProperty('content_html')
        expect(new Date(item.date_published).toISOString()).toBe(item.date_published)
        for (const author of item.authors ?? [])
          expect(author).toEqual({ name: expect.any(String), url: expect.stringContaining('/author/') })
      }
    }
  })

  it('of a category, a tag and an author have up to 20 posts with their content', () => {
    const posts = Array.from({ length: 25 }, (_, n) =>
      aPost(`p${n}`, { at: 30 - n, category: 'Big News', tags: n % 2 ? ['Odd'] : [] }),
    )
    const site = aSite({ posts })
    for (const [folder, most] of [
      ['category/big-news', 20],
      ['tag/odd', 12],
      ['author/ann', 20],
    ] as const) {
      const rss = elementsOf(text(site, `${folder}/rss.xml`))
      const items = rss.filter(({ name }) => name === 'item')
      expect(items).toHaveLength(most)
      const contents = rss.filter(({ name }) => name === 'content:encoded').map(({ text: html }) => html)
      expect(contents).toHaveLength(most)
      const { items: listed } = JSON.parse(text(site, `${folder}/feed.json`))
      expect(listed.map(({ content_html }: { content_html: string }) => content_html)).toEqual(contents)
      const atom = elementsOf(text(site, `${folder}/atom.xml`))
      expect(atom.filter(({ name }) => name === 'content').map(({ text: html }) => html)).toEqual(contents)
    }
    expect(text(site, 'tag/odd/rss.xml')).toContain('<title>Odd – My Site</title>')
  })

  it('of the site are linked in the head of every page, feeds of a term only on its own pages', () => {
    const { files } = plan(blog, { base: '/base' })
    const head = (path: string) => ([...files].find((file) => file.path === path) as PlannedPage).model.head
    const feedLinks = (path: string) =>
      [...head(path).matchAll(/rel="alternate" type="([^"]+)" title="[^"]*" href="([^"]+)"/g)].map(
        ([, type, href]) => [type, href],
      )
    const ofSite = [
      ['application/rss+xml', '/base/rss.xml'],
      ['application/atom+xml', '/base/atom.xml'],
      ['application/feed+json', '/base/feed.json'],
    ]
    expect(feedLinks('post/one/index.html')).toEqual(ofSite)
    expect(feedLinks('tag/a/index.html')).toEqual([
      ['application/rss+xml', '/base/tag/a/rss.xml'],
      ['application/atom+xml', '/base/tag/a/atom.xml'],
      ['application/feed+json', '/base/tag/a/feed.json'],
      ...ofSite,
    ])
    const paths = new Set([...files].map(({ path }) => path))
    for (const [, href = ''] of feedLinks('tag/a/index.html')) expect(paths).toContain(href.slice(6))
  })

  it('list at most 1000 posts, newest first, with absolute links (contract.md#feed-and-sitemap)', () => {
    const posts = Array.from({ length: 1002 }, (_, n) => aPost(`p${n}`))
    const links = elementsOf(text(aSite({ posts }), 'rss.xml'))
      .filter(({ name }) => name === 'link')
      .map((element) => element.text)
    expect(links).toHaveLength(1001)
    expect(links.slice(0, 2)).toEqual(['http://site.test/', 'http://site.test/post/p0/'])
  })

  it('list as many posts as configured, with their authors', () => {
    const posts = [
      aPost('new', { at: 3, authors: ['ada'] }),
      aPost('newer', { at: 2, authors: [] }),
      aPost('old', { at: 1 }),
    ]
    const rss = text(aSite({ posts, settings: { rssEntryLimit: 2 } }), 'rss.xml')
    expect(rss).toContain('xmlns:dc="http://purl.org/dc/elements/1.1/"')
    const elements = elementsOf(rss)
    expect(elements.filter(({ name }) => name === 'item')).toHaveLength(2)
    expect(elements.filter(({ name }) => name === 'dc:creator').map((element) => element.text)).toEqual([
      'ada',
    ])
  })
})

it('the sitemap lists every page once, except the 404 page', () => {
  const locs = elementsOf(text(blog, 'sitemap.xml'))
    .filter(({ name }) => name === 'loc')
    .map((element) => element.text)
  expect(new Set(locs).size).toBe(locs.length)
  expect(locs).toContain('http://site.test/about/team/ann/')
  expect(locs.some((loc) => loc.includes('404'))).toBe(false)
})
