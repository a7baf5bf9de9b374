import { afterEach, describe, expect, it } from 'vitest'
import { memoryPageRecordStore } from './memory/page-records.ts'
import { testPublisher } from './support/publisher.ts'
import { aMenuItem, anImage, aPage, aPost, aSourceSite, aSourceTheme, body } from './support/sites.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function publisher(...args: Parameters<typeof testPublisher>) {
  const fixture = testPublisher(...args)
  closing.push(fixture.close)
  const links = async () => (await fixture.app.getSiteStatus(fixture.admin)).links
  return { ...fixture, links }
}

const linking = (slug: string, text: string) => aPost(slug, { body: body(text) })

describe('the links of a site', () => {
  it('are reported if broken, and the generation succeeds', async () => {
    const { generate, links } = publisher(
      aSourceSite({
        posts: [
          linking(
            'one',
            '[a](/post/gone/) [b](/about/) [c](../gone/) ![d](/images/cat.png) ![e](/images/gone.png) [f](https://other.test/x)',
          ),
        ],
        pages: [aPage('about')],
        media: [anImage('cat', 100)],
      }),
    )
    expect(await links()).toBeUndefined()
    const generation = await generate()
    expect(generation).toMatchObject({ state: 'succeeded', errors: [] })
    const page = 'post/one/index.html'
    expect(await links()).toMatchObject({
      generationId: generation?.id,
      total: 2,
      pages: generation?.pagesTotal,
      listed: [
        { page, link: '/post/gone/' },
        { page, link: '/images/gone.png' },
      ],
    })
  })

  it('may have a fragment, which must exist on the target page', async () => {
    const { generate, links } = publisher(
      aSourceSite({
        posts: [
          linking(
            'one',
            '# A part\n\n[a](#a-part) [b](#gone) [c](/post/one/#a-part) [d](/about/#other) [e](#)',
          ),
        ],
        pages: [aPage('about')],
      }),
    )
    await generate()
    expect((await links())?.listed.map(({ link }) => link)).toEqual(['/post/one/#gone', '/about/#other'])
  })

  it.each([
    { baseUrl: '', cleanUrls: true, missingLink: '/post/gone/' },
    { baseUrl: 'https://x.test/some/base', cleanUrls: true, missingLink: '/some/base/post/gone/' },
    { baseUrl: '/base', cleanUrls: false, missingLink: '/base/post/gone/' },
  ])(
    'are checked with the address style and the base path of the site: %j',
    async ({ missingLink, ...options }) => {
      const site = aSourceSite({
        posts: [
          linking('one', '[a](/post/two/) [b](/blog/) [c](/post/gone/)'),
          aPost('two', { at: 2, category: 'A', tags: ['b'] }),
        ],
        menu: [aMenuItem({ id: 'm', url: '/about/' })],
        pages: [aPage('about')],
      })
      const { generate, links } = publisher(site)
      await generate(options)
      expect((await links())?.listed.map(({ link }) => link)).toEqual([missingLink])
    },
  )

  it('are reported on unchanged pages while their target is missing', async () => {
    // Posts far apart appear together only on list pages.
    const others = Array.from({ length: 8 }, (_, n) => aPost(`p${n}`, { at: 10 + n }))
    const site = aSourceSite({
      posts: [aPost('first', { at: 1 }), ...others, linking('last', '[a](/post/first/)')],
    })
    const { generate, event, change, links } = publisher(site)
    await generate()
    expect((await links())?.total).toBe(0)
    const last = { ...site.posts.find(({ slug }) => slug === 'last') } as (typeof site.posts)[number]
    const moved = {
      ...site,
      posts: [
        ...site.posts.filter(({ slug }) => slug !== 'last'),
        { ...last, createdAt: '2026-02-01T00:00:00.000Z' },
      ],
    }
    change(moved)
    await event()
    change({ ...moved, posts: moved.posts.filter(({ slug }) => slug !== 'first') })
    const generation = await event()
    expect(generation?.pagesWritten).toBeLessThan(generation?.pagesTotal ?? 0)
    expect(await links()).toMatchObject({
      total: 1,
      listed: [{ page: 'post/last/index.html', link: '/post/first/' }],
    })
    change(moved)
    await event()
    expect((await links())?.total).toBe(0)
  })

  it('are checked by a later publisher without rendering their pages again', async () => {
    const site = aSourceSite({
      posts: [linking('one', '[a](/about/)'), aPost('two', { at: 9 })],
      pages: [aPage('about')],
    })
    const records = memoryPageRecordStore()
    const first = publisher(site, { records })
    await first.generate()
    const second = publisher(site, { records, sites: first.sites, ledger: first.ledger })
    second.change({ ...site, pages: [] })
    await second.app.noteChanges(first.ledger)
    second.wait(60_000)
    await second.run()
    const generation = (await first.ledger.overview()).last
    expect(generation).toMatchObject({ state: 'succeeded', trigger: 'event' })
    expect(generation?.pagesWritten).toBeLessThan(generation?.pagesTotal ?? 0)
    expect((await second.links())?.listed).toEqual([{ page: 'post/one/index.html', link: '/about/' }])
  })

  it('are all listed in pages if broken, and the status lists up to 100', async () => {
    const text = Array.from({ length: 130 }, (_, n) => `[x](/gone/${String(n).padStart(3, '0')}/)`).join(' ')
    const { app, admin, generate, links } = publisher(
      aSourceSite({ posts: [linking('one', text), linking('two', '[x](/gone/129/)')] }),
    )
    expect(await app.listBrokenLinks(admin, { limit: 50, offset: 0 })).toEqual({ items: [], total: 0 })
    await generate()
    const report = await links()
    expect(report?.total).toBe(131)
    expect(report?.listed).toHaveLength(100)
    const part = async (offset: number) => (await app.listBrokenLinks(admin, { limit: 50, offset })).items
    const all = [...(await part(0)), ...(await part(50)), ...(await part(100))]
    expect(all).toHaveLength(130)
    expect(all[0]).toEqual({
      link: '/gone/129/',
      pagesTotal: 2,
      pages: ['post/one/index.html', 'post/two/index.html'],
    })
    expect(all[129]).toEqual({ link: '/gone/128/', pagesTotal: 1, pages: ['post/one/index.html'] })
  })

  it('remain reported when a generation fails', async () => {
    const site = aSourceSite({ posts: [linking('one', '[a](/gone/)'), aPost('two', { at: 9 })] })
    const { generate, event, change, links } = publisher(site)
    await generate()
    change({ ...site, theme: aSourceTheme({ 'templates/404.html': '{{#if}}' }) })
    expect(await event()).toMatchObject({ state: 'failed' })
    expect((await links())?.total).toBe(1)
    change({ ...site, posts: site.posts.filter(({ slug }) => slug !== 'two') })
    await event()
    expect(await links()).toMatchObject({
      total: 1,
      listed: [{ page: 'post/one/index.html', link: '/gone/' }],
    })
  })
})
