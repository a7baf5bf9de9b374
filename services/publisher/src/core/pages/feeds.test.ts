import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aBlog, aPost, aSite, body } from '../../../test/support/sites.ts'
import { elementsOf } from '../../../test/support/xml.ts'
import type { Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { planSite } from './plan-site.ts'
import type { PlannedText } from './planned.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const plan = (site: Site, { base = '', clean = true } = {}) =>
  planSite(site, addressesOf(base, clean, 'http://site.test'), digest)
const text = (site: Site, path: string) =>
  Buffer.from(
    (plan(site).files.find((file) => file.path === path) as PlannedText).text as Uint8Array,
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

  it.each(hostile)('stay well-formed under the title %j', (title) => {
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
  })

  it('list at most 1000 posts, newest first, with absolute links (contract.md#feed-and-sitemap)', () => {
    const posts = Array.from({ length: 1002 }, (_, n) => aPost(`p${n}`))
    const links = elementsOf(text(aSite({ posts }), 'rss.xml'))
      .filter(({ name }) => name === 'link')
      .map((element) => element.text)
    expect(links).toHaveLength(1001)
    expect(links.slice(0, 2)).toEqual(['http://site.test/', 'http://site.test/post/p0/'])
  })

  it('list as many posts as configured, each with its author if any', () => {
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

  it('list every page once in the sitemap, except the 404 page', () => {
    const locs = elementsOf(text(blog, 'sitemap.xml'))
      .filter(({ name }) => name === 'loc')
      .map((element) => element.text)
    expect(new Set(locs).size).toBe(locs.length)
    expect(locs).toContain('http://site.test/about/team/ann/')
    expect(locs.some((loc) => loc.includes('404'))).toBe(false)
  })
})
