import { afterEach, describe, expect, it } from 'vitest'
import { testPublisher } from './support/publisher.ts'
import { anImage, aPost, aSourceSite, aSourceTheme, body } from './support/sites.ts'

const photo = anImage('photo', 800)
const before = { ...photo, renditions: [] }
const template =
  '{{#with post.image}}{{url}}|{{srcset}}|{{sizes}}|{{#each sources}}{{type}} {{srcset}};{{/each}}{{/with}}{{{content}}}'
const posts = [
  aPost('featured', { at: 3, featuredImage: { url: photo.url, alt: 'Alt' } }),
  aPost('embedded', { at: 2, body: body(`![Picture](${photo.url} "T")`) }),
  aPost('neither', { at: 1 }),
]
const theme = aSourceTheme({
  'templates/post.html': template,
  'templates/home.html': '{{#each posts}}{{title}}{{/each}}',
})
const site = (media = [before, anImage('unused', 800)]) => aSourceSite({ theme, posts, media })

const opened: (() => void)[] = []
function publisherOf(first: ReturnType<typeof site>) {
  const publisher = testPublisher(first)
  opened.push(publisher.close)
  return publisher
}
afterEach(() => {
  for (const close of opened.splice(0)) close()
})
const srcsets = (html: string) =>
  [...html.matchAll(/srcset="([^"]*)"/g)].flatMap(([, set = '']) => set.split(', '))

describe('a site', () => {
  it('without renditions shows the original images', async () => {
    const publisher = publisherOf(site())
    expect(await publisher.generate()).toMatchObject({ state: 'succeeded', errors: [] })
    const files = await publisher.files()
    expect(files.get('post/featured/index.html')).toMatch(/^\/images\/photo\.png\|\|\|/)
    expect(files.get('post/embedded/index.html')).toContain(
      '<img src="/images/photo.png" alt="Picture" title="T" width="800" height="400" loading="lazy" decoding="async">',
    )
    expect([...files.keys()].filter((path) => path.startsWith('images/'))).toEqual([
      'images/photo.png',
      'images/unused.png',
    ])
  })

  it('shows new renditions in the next generation, which does not render all pages', async () => {
    const publisher = publisherOf(site())
    await publisher.generate()
    publisher.change(site([photo, anImage('unused', 800)]))
    expect(await publisher.event()).toMatchObject({ state: 'succeeded', pagesWritten: expect.any(Number) })
    const files = await publisher.files()
    const fresh = publisherOf(site([photo, anImage('unused', 800)]))
    await fresh.generate()
    expect(files).toEqual(await fresh.files())
    expect((await publisher.ledger.overview()).last?.pagesWritten).toBeLessThan(
      (await publisher.ledger.overview()).last?.pagesTotal ?? 0,
    )
    for (const page of ['featured', 'embedded'])
      expect(files.get(`post/${page}/index.html`)).toContain('/images/photo.640w.avif 640w')
    for (const url of srcsets(files.get('post/embedded/index.html') ?? ''))
      expect(files.has(url.split(' ')[0]?.slice(1) ?? '')).toBe(true)
    expect(srcsets(files.get('post/embedded/index.html') ?? '')).toHaveLength(7)
    expect([...files.keys()].filter((path) => path.startsWith('images/'))).toEqual([
      ...[320, 640].flatMap((width) =>
        ['avif', 'png', 'webp'].map((type) => `images/photo.${width}w.${type}`),
      ),
      ...['images/photo.png', 'images/unused.png'],
    ])
  })

  it('has the images in its feed, without their renditions', async () => {
    const publisher = publisherOf(site([photo]))
    await publisher.generate()
    const feed = (await publisher.files()).get('rss.xml') ?? ''
    expect(feed).toContain('<img src="http://site.test/images/photo.png"')
    expect(feed).not.toContain('srcset')
  })
})
