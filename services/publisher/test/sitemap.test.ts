/** The HTML sitemap of a site, before and after posts are deleted. */
import { expect, it, onTestFinished } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite } from './support/sites.ts'

const posts = Array.from({ length: 2_500 }, (_, n) => aPost(`p${n}`))

it.each([true, false])(
  'the HTML sitemap has no stale files and equals that of a full generation (clean URLs: %s)',
  async (staticCleanUrls) => {
    const renderer = handlebarsRenderer({ processes: 1, timeLimit: 10_000 })
    onTestFinished(() => renderer.close())
    const site = aSourceSite({ posts, settings: { postsPerPage: 100, staticCleanUrls } })
    const publisher = testPublisher(site, { renderer })
    const sitemaps = async (of = publisher) =>
      new Map([...(await of.files())].filter(([path]) => path.startsWith('sitemap/')))
    const listed = async () =>
      [...(await sitemaps()).values()]
        .flatMap((html) => [...html.matchAll(/href="\/post\/p(\d+)/g)].map(([, n]) => Number(n)))
        .sort((a, b) => a - b)
    const [second, third] = [2, 3].map((n) =>
      staticCleanUrls ? `sitemap/page/${n}/index.html` : `sitemap/page-${n}.html`,
    )

    expect(await publisher.generate()).toMatchObject({ state: 'succeeded', errors: [] })
    expect([...(await sitemaps()).keys()].sort()).toEqual(['sitemap/index.html', second, third].sort())
    expect(await listed()).toEqual(posts.map((_, n) => n))

    publisher.change({ ...site, posts: site.posts.slice(0, 1_200) })
    expect(await publisher.event()).toMatchObject({ trigger: 'event', state: 'succeeded' })
    expect([...(await sitemaps()).keys()].sort()).toEqual(['sitemap/index.html', second].sort())
    expect(await listed()).toEqual(posts.slice(0, 1_200).map((_, n) => n))
    const fresh = testPublisher(publisher.site(), { renderer })
    expect(await fresh.generate()).toMatchObject({ state: 'succeeded' })
    expect(await sitemaps()).toEqual(await sitemaps(fresh))
  },
  120_000,
)
