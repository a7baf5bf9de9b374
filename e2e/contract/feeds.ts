/** Tests of docs/contract.md, "Feed and sitemap" and "Site identity". */
import { describe, expect, it } from 'vitest'
import { iconOf, squarePng } from '../scenarios/png.ts'
import { one } from './one-system.ts'

const site = async (path: string) => {
  const response = await fetch(one.system.siteUrl + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const post = (metadata: object, content = '') =>
  one.api.ok('POST', '/api/posts', { json: { metadata: { status: 'published', ...metadata }, content } })
const decoded = (xml: string) => xml.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
const settings = (json: object) => one.api.ok('PUT', '/api/settings', { json })

describe('feed-and-sitemap', () => {
  const content = '![Ink](/images/ink.png) and [more](/post/in-feeds/)'

  it('contain the full content with absolute URLs', async () => {
    await post({ title: 'In feeds', slug: 'in-feeds', category: 'Feeds & more', tags: ['Fed'] }, content)
    await one.api.generate()
    const { siteUrl } = one.system
    expect((await site('/sitemap.xml')).text).toContain(`<loc>${siteUrl}/post/in-feeds/</loc>`)
    expect((await site('/robots.txt')).text).toMatch(/^Sitemap: http/m)
    for (const folder of ['/', '/category/feeds-more/', '/tag/fed/', '/author/admin/']) {
      const { items } = JSON.parse((await site(`${folder}feed.json`)).text)
      const item = items.find(({ title }: { title: string }) => title === 'In feeds')
      expect(item.content_html, folder).toContain(`<img src="${siteUrl}/images/ink.png" alt="Ink"`)
      expect(item.content_html, folder).toContain(`<a href="${siteUrl}/post/in-feeds/">more</a>`)
      expect((await site(`${folder}rss.xml`)).text).toContain(item.content_html)
      expect(decoded((await site(`${folder}atom.xml`)).text)).toContain(item.content_html)
    }
  })

  it('exist as RSS, Atom and JSON Feed for the site, each category, tag and author', async () => {
    for (const folder of ['/', '/category/feeds-more/', '/tag/fed/', '/author/admin/']) {
      const head = (await site(folder)).text
      for (const [name, type] of [
        ['rss.xml', 'xml'],
        ['atom.xml', 'xml'],
        ['feed.json', 'json'],
      ] as const) {
        expect(head).toContain(`href="${folder}${name}"`)
        const { status, headers } = await site(folder + name)
        expect([status, headers.get('content-type')], folder + name).toEqual([
          200,
          expect.stringContaining(type),
        ])
      }
    }
  })

  it('exclude posts with `noindex` or a canonical URL elsewhere from the sitemap', async () => {
    await post({ title: 'Unlisted', slug: 'unlisted', noindex: true })
    await post({ title: 'Reposted', slug: 'reposted', canonicalUrl: 'https://first.example/text' })
    await one.api.generate()
    const { text } = await site('/sitemap.xml')
    expect(text).not.toMatch(/unlisted|reposted|first\.example/)
    expect((await site('/post/unlisted/')).text).toContain('<meta name="robots" content="noindex">')
    expect((await site('/post/reposted/')).text).toContain(
      '<link rel="canonical" href="https://first.example/text">',
    )
  })
})

describe('social-cards', () => {
  it('are generated for posts without an image while the setting is on', async () => {
    const created = await one.api.ok('POST', '/api/posts', {
      json: { metadata: { title: 'Worth a card', slug: 'worth-a-card', status: 'published' }, content: '' },
    })
    const path = `/social/${created.body.id}.png`
    await settings({ socialCards: true })
    await one.api.generate()
    expect((await site('/post/worth-a-card/')).text).toContain(`${path}">`)
    const response = await fetch(`${one.system.siteUrl}${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    const header = Buffer.from(await response.arrayBuffer()).subarray(0, 24)
    expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([1200, 630])
    await settings({ socialCards: false })
    await one.api.generate()
    expect((await site(path)).status).toBe(404)
    expect((await site('/post/worth-a-card/')).text).not.toContain('og:image')
  })
})

describe('site-identity', () => {
  it('adds logo, color and social links to pages, and generates icons and a web manifest', async () => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(squarePng(64))], { type: 'image/png' }), 'mark.png')
    const { id, url } = (await one.api.ok('POST', '/api/media/upload', { form })).body.data as {
      id: string
      url: string
    }
    const ico = new FormData()
    ico.set('file', new Blob([new Uint8Array(iconOf(squarePng(32)))], { type: 'image/x-icon' }), 'mark.ico')
    const unfit = (await one.api.ok('POST', '/api/media/upload', { form: ico })).body.data as { id: string }
    const refused = await one.api.request('PUT', '/api/settings', { json: { siteIcon: unfit.id } })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'siteIcon' }] } })
    await settings({
      siteLogo: id,
      siteIcon: id,
      siteAccentColor: '#0b5cad',
      socialLinks: [{ title: 'Mastodon', url: 'https://social.example/@ann' }],
    })
    await one.api.generate()
    const { text } = await site('/')
    for (const part of [
      url,
      '--site-accent:#0b5cad',
      'https://social.example/@ann',
      'href="/site.webmanifest"',
    ])
      expect(text).toContain(part)
    for (const [path, type] of [
      ['/favicon.ico', 'image/x-icon'],
      ['/apple-touch-icon.png', 'image/png'],
      ['/icon-192.png', 'image/png'],
      ['/icon-512.png', 'image/png'],
      ['/site.webmanifest', 'application/manifest+json'],
    ] as const) {
      const { status, headers } = await site(path)
      expect([status, headers.get('content-type')?.split(';')[0]], path).toEqual([200, type])
    }
    const inUse = await one.api.request('DELETE', `/api/media/${id}`)
    expect(inUse).toMatchObject({ status: 409, body: { code: 'MEDIA_IN_USE', referencesFound: 2 } })
    await one.api.ok('DELETE', `/api/media/${id}?clean=true`)
    expect((await one.api.ok('GET', '/api/settings')).body.data).toMatchObject({ siteLogo: '', siteIcon: '' })
  })

  it('accepts the stored id of a deleted image, but no other unknown id', async () => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(squarePng(65))], { type: 'image/png' }), 'gone.png')
    const { id } = (await one.api.ok('POST', '/api/media/upload', { form })).body.data as { id: string }
    await settings({ siteLogo: id })
    await one.api.ok('DELETE', `/api/media/${id}?force=true`)
    await settings({ siteLogo: id, siteTitle: 'Still saved' })
    const unknown = { siteLogo: '01900000-0000-7000-8000-00000000dead' }
    expect(await one.api.request('PUT', '/api/settings', { json: unknown })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'siteLogo' }] },
    })
    await settings({ siteLogo: '' })
  })
})
