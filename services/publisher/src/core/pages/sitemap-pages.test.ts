/** The HTML sitemap lists every address once, on pages below the size limit. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aPage, aPost, aSite, body } from '../../../test/support/sites.ts'
import type { Page, Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { fileOf } from './addresses/routes.ts'
import { atOnce } from './in-turns.ts'
import { contextOf, taxonomiesOf } from './models/context.ts'
import { postSummaries } from './models/entry-models.ts'
import type { SectionItem } from './models/sections.ts'
import { wordsOf } from './models/words.ts'
import type { NewerPosts, PageDraft } from './page-draft.ts'
import { planSite, sitePlanner } from './plan-site.ts'
import type { PlannedPage } from './planned.ts'
import { sitemapPages } from './sitemap-pages.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

function drafts(site: Site, clean = true): readonly PageDraft[] {
  const context = contextOf(
    site,
    addressesOf('', clean, 'http://site.test'),
    taxonomiesOf(site),
    (url) => url,
  )
  const summaryOf = postSummaries(context)
  return sitemapPages(context).map(({ draft }) => draft(context, summaryOf))
}

const all = (items: readonly SectionItem[]): SectionItem[] =>
  items.flatMap((item) => [item, ...all(item.children)])
const itemsOf = ({ data }: PageDraft): SectionItem[] => data.sections.flatMap(({ items }) => all(items))
const urlsOf = (pages: readonly PageDraft[]): string[] =>
  pages.flatMap((page) => itemsOf(page).map(({ url }) => url))
const pagesOf = (count: number, above = ''): Page[] =>
  Array.from({ length: count }, (_, n) => aPage(`${above}page-${n}`))

const posts = Array.from({ length: 2_500 }, (_, n) =>
  aPost(`p${n}`, { category: n % 2 ? 'Odd' : 'Even', tags: ['A', 'B'] }),
)

describe.each([true, false])('the sitemap of 2,500 posts (clean style: %s)', (clean) => {
  const site = aSite({ posts, pages: [aPage('about'), aPage('about/team'), aPage('blog')] })
  const pages = drafts(site, clean)

  it('has three pages, whose addresses have the format of other list pages', () => {
    expect(pages.map(({ route }) => fileOf(route, clean))).toEqual(
      clean
        ? ['sitemap/index.html', 'sitemap/page/2/index.html', 'sitemap/page/3/index.html']
        : ['sitemap/index.html', 'sitemap/page-2.html', 'sitemap/page-3.html'],
    )
    expect(pages.map(({ data }) => data.canonical)).toEqual(
      pages.map(({ data }) => `http://site.test${data.url}`),
    )
    const planned = [...planSite(site, addressesOf('', clean, 'http://site.test'), digest).files].map(
      ({ path }) => path,
    )
    expect(planned.filter((path) => path.startsWith('sitemap/'))).toHaveLength(3)
  })

  it('lists every page, post and term once, and only posts after the first page', () => {
    const urls = urlsOf(pages)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls).toHaveLength(posts.length + 3 + 4 + 2 + 1)
    expect(pages[0]?.data.sections.map(({ title, items }) => [title, all(items).length])).toEqual([
      ['Pages', 5],
      ['Posts', 990],
      ['Categories', 2],
      ['Tags', 2],
      ['Authors', 1],
    ])
    expect(pages.slice(1).map(({ data }) => data.sections.map(({ title }) => title))).toEqual([
      ['Posts'],
      ['Posts'],
    ])
  })

  it('links to the previous and the next page', () => {
    const urls = pages.map(({ data }) => data.url)
    expect(pages.map(({ data: { pagination } }) => [pagination?.previous, pagination?.next])).toEqual([
      [null, urls[1]],
      [urls[0], urls[2]],
      [urls[1], null],
    ])
    expect(pages[1]?.data.pagination).toMatchObject({
      page: 2,
      pages: 3,
      total: urlsOf(pages).length,
      perPage: 1_000,
    })
    expect(pages[1]?.defaultMain('', pages[1], { words: wordsOf('en'), site })).toContain(
      `<a rel="next" href="${urls[2]}">Next page</a>`,
    )
  })
})

describe('the pages of the sitemap', () => {
  it('take precedence over other pages at the same addresses, and links to them are resolved', () => {
    const linked = { ...body(''), pieces: ['<a href="', '">x</a>'], urls: ['/sitemap/page/3/'] }
    const site = aSite({ posts, pages: [aPage('sitemap/page/2'), aPage('about', { body: linked })] })
    const { omitted, files } = planSite(site, addressesOf('', false, 'http://site.test'), digest)
    expect(omitted).toEqual([])
    expect([...files].find(({ path }) => path === 'about.html')).toMatchObject({
      model: { page: { content: '<a href="/sitemap/page-3.html">x</a>' } },
    })
    expect(planSite(site, addressesOf('', true, 'http://site.test'), digest).omitted).toMatchObject([
      { message: expect.stringContaining('its address /sitemap/page/2/ belongs to page 2 of the sitemap') },
    ])
  })

  it('nest a page below its parent, or list it at the top if the parent is on an earlier page', () => {
    const sections = drafts(aSite({ pages: [aPage('top'), ...pagesOf(1_500, 'top/')] })).map(
      ({ data }) => data.sections,
    )
    expect(sections.map(([section]) => section?.items.length)).toEqual([4, 504])
    expect(sections[0]?.[0]?.items.at(-1)).toMatchObject({ url: '/top/', children: { length: 996 } })
  })

  it('change only when the title of a listed post changes', () => {
    const planner = sitePlanner(digest)
    const plan = (site: Site) =>
      new Map(
        [...atOnce(planner(site, addressesOf('', true, 'http://site.test'))).files]
          .filter((file): file is PlannedPage => file.type === 'page' && file.kind === 'sitemap')
          .map((file) => [file.path, file]),
      )
    const changed = (change: object) => ({
      ...aSite(),
      posts: posts.map((post, at) => (at === 1_500 ? { ...post, ...change } : post)),
    })
    const before = plan(aSite({ posts }))
    for (const [change, paths] of [
      [{ excerpt: 'x', updatedAt: '2026-05-01T00:00:00.000Z' }, []],
      [{ title: 'Another' }, ['sitemap/page/2/index.html']],
    ] as const) {
      const now = plan(changed(change))
      expect(
        [...now].filter(([path, file]) => file.digest !== before.get(path)?.digest).map(([path]) => path),
      ).toEqual(paths)
      expect([...now].filter(([path, file]) => file !== before.get(path)).map(([path]) => path)).toEqual(
        paths,
      )
    }
  })

  it('are planned again for a new title only if they list the post', () => {
    const context = contextOf(
      aSite({ posts }),
      addressesOf('', true, ''),
      taxonomiesOf(aSite({ posts })),
      (url) => url,
    )
    const [first, last] = [posts[0], posts.at(-1)]
    if (!first || !last) throw new Error('posts')
    const alteredPages = (newer: NewerPosts) =>
      sitemapPages(context).map(({ isAlteredBy }) => isAlteredBy?.(newer))
    expect(alteredPages(new Map([[first, { ...first, title: 'x' }]]))).toEqual([true, false, false])
    expect(alteredPages(new Map([[last, { ...last, title: 'x' }]]))).toEqual([false, false, true])
    expect(alteredPages(new Map([[last, { ...last, excerpt: 'x' }]]))).toEqual([false, false, false])
  })

  it('stay below the size limit of a page for any site', () => {
    const title = '"'.repeat(400)
    const many = Array.from({ length: 10_000 }, (_, n) =>
      aPost(`${'s'.repeat(190)}${n}`, {
        title,
        category: `${title}${n % 1_000}`,
        tags: [`Tag ${n % 3_000}`],
      }),
    )
    const deep = pagesOf(2_000, `${Array(8).fill('d'.repeat(200)).join('/')}/`).map((page) => ({
      ...page,
      title,
    }))
    const pages = drafts(aSite({ posts: many, pages: deep }))
    expect(pages.length).toBeGreaterThan(12)
    for (const page of pages) {
      const items = itemsOf(page)
      expect(items.length).toBeLessThanOrEqual(1_000)
      // A character of a title can take six characters in HTML.
      const characters = items.reduce(
        (sum, { title: shown, url }) => sum + 6 * shown.length + url.length + 50,
        0,
      )
      expect(characters).toBeLessThan(5 * 1024 * 1024)
      expect(page.data.pagination?.items.length).toBeLessThan(12)
    }
    expect(new Set(urlsOf(pages)).size).toBe(urlsOf(pages).length)
  }, 60_000)
})
