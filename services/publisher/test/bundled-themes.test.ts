import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { SourceTheme } from '../src/core/ports.ts'
import { testPublisher } from './support/publisher.ts'
import { aMenuItem, anImage, aPage, aPost, aSourceSite } from './support/sites.ts'

const themes = join(import.meta.dirname, '../../../themes')
const offered = JSON.parse(readFileSync(join(themes, 'marketplace/themes.json'), 'utf8')) as {
  readonly download: string
}[]
/** Bundled themes, and the offered versions of themes in the bundled marketplace. */
const names = [
  ...readdirSync(themes).filter((name) => existsSync(join(themes, name, 'theme.json'))),
  ...offered.map(({ download }) => `marketplace/${download}`),
]

async function bundledTheme(name: string): Promise<SourceTheme> {
  const folder = join(themes, name)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
  const files = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const),
  )
  return {
    name,
    title: name,
    version: '1.0.0',
    info: {},
    digest: name,
    assets: files
      .filter(([path]) => path.startsWith('assets/'))
      .map(([path, text]) => ({ path, digest: createHash('sha256').update(text).digest('hex') })),
    sources: new Map(
      files.filter(([path]) => /^(templates|partials|custom)\/.*\.html$|^translations\//.test(path)),
    ),
  }
}

const specialCharacters = `Tom & "Jerry" <b>bold</b> 'x'`

const styles = [
  { baseUrl: '', cleanUrls: true },
  { baseUrl: 'https://x.test/some/base', cleanUrls: true },
  { baseUrl: '/base', cleanUrls: false },
]

describe.each(names.flatMap((name) => styles.map((options) => ({ name, ...options }))))(
  'the bundled theme %j',
  ({ name, ...options }) => {
    let files: Map<string, string>
    let close: () => void
    const base = options.baseUrl.replace(/^https?:\/\/[^/]+/, '')

    beforeAll(async () => {
      const image = { ...anImage('a', 1000), caption: 'Caption' }
      const first = aPost('first', { at: 1, category: 'News', tags: ['Tag'] })
      const site = aSourceSite({
        theme: await bundledTheme(name),
        posts: [
          first,
          ...[2, 3, 4, 5].map((at) =>
            aPost(`p${at}`, {
              at,
              category: 'News',
              tags: ['Tag'],
              title: at === 4 ? specialCharacters : `T ${at}`,
              relatedPosts: [first.id],
              featuredImage: { url: '/images/a.png', alt: 'Alt' },
            }),
          ),
        ],
        pages: [
          aPage('top'),
          aPage('top/mid'),
          aPage('top/mid/low'),
          aPage('normal', { type: 'normal' }),
          aPage('blog', { title: 'Own blog' }),
          aPage('categories', { title: 'Own categories' }),
        ],
        menu: [
          aMenuItem({ id: 'blog', url: '/blog/' }),
          aMenuItem({ id: 'top', url: '/top', order: 2 }),
          aMenuItem({ id: 'low', url: '/top/mid/low/', parent: 'top', order: 3 }),
        ],
        media: [image],
        settings: {
          siteTitle: 'Site & <Co>',
          footerCode: '<p>foot</p>',
          siteLogo: image.id,
          siteIcon: image.id,
          siteAccentColor: '#a8341b',
          socialLinks: [{ title: specialCharacters, url: 'https://social.test/@ann' }],
        },
      })
      const publisher = testPublisher(site)
      close = publisher.close
      expect(await publisher.generate(options)).toMatchObject({ state: 'succeeded', errors: [] })
      files = await publisher.files()
    })
    afterAll(() => close())

    const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=')
    const linksOf = (html: string) => [
      ...[...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, url]) => decoded(url ?? '')),
      ...[...html.matchAll(/\ssrcset="([^"]*)"/g)]
        .flatMap(([, set]) => decoded(set ?? '').split(', '))
        .map((source) => source.split(' ')[0] ?? ''),
    ]

    it('has no broken links and none outside of the base path', () => {
      for (const [path, html] of files) {
        if (!path.endsWith('.html')) continue
        for (const link of linksOf(html)) {
          expect(link, path).not.toBe('')
          const url = new URL(link, `http://site.test${base}/${path}`)
          if (url.origin !== 'http://site.test') continue
          expect(url.pathname.startsWith(`${base}/`), `${link} on ${path}`).toBe(true)
          const target = decodeURIComponent(url.pathname.slice(base.length + 1))
          expect(
            [target, `${target}index.html`].some((file) => files.has(file)),
            `${link} on ${path}`,
          ).toBe(true)
        }
      }
    })

    it('shows logo, icon, accent color and social links', () => {
      const html = files.get('index.html') ?? ''
      expect(html).toContain('alt="Site &amp; &lt;Co&gt;" width="1000" height="500">')
      expect(html.match(/rel="icon"/g)).toHaveLength(2)
      expect(html).toContain('--site-accent:#a8341b')
      expect(html).toContain('href="https://social.test/@ann" rel="me noopener"')
    })

    it('renders complete pages, with footer code and canonical link once', () => {
      for (const [path, html] of files) {
        if (!path.endsWith('.html')) continue
        expect(html, path).toMatch(/^\s*<!doctype html>/i)
        expect(html.split('<p>foot</p>'), path).toHaveLength(2)
        expect(html.split('rel="canonical"'), path).toHaveLength(path === '404.html' ? 1 : 2)
        expect(html, path).not.toContain('<b>bold</b>')
        expect(html, path).not.toContain('<Co>')
      }
    })

    it('has the page number in the title of list pages after the first', () => {
      const title = (path: string) => /<title>([^<]*)<\/title>/.exec(files.get(path) ?? '')?.[1]
      const second = (list: string) =>
        title(options.cleanUrls ? `${list}page/2/index.html` : `${list}page-2.html`)
      expect(title('index.html')).toMatch(/^Site &amp; &lt;Co&gt;/)
      expect(title('index.html')).not.toContain('page')
      expect(second('')).toMatch(/^Site &amp; &lt;Co&gt;, page 2/)
      expect(second('blog/')).toBe('Own blog, page 2 – Site &amp; &lt;Co&gt;')
      expect(second('category/news/')).toBe('News, page 2 – Site &amp; &lt;Co&gt;')
      expect(second('tag/tag/')).toBe('Tag, page 2 – Site &amp; &lt;Co&gt;')
      expect(title(options.cleanUrls ? 'tag/tag/index.html' : 'tag/tag.html')).toBe(
        'Tag – Site &amp; &lt;Co&gt;',
      )
    })

    it('shows a date in every time element', () => {
      const texts = [...files].flatMap(([path, html]) =>
        [...html.matchAll(/<time\b[^>]*>([^<]*)<\/time>/g)].map(([, text]) => `${path}: ${text}`),
      )
      expect(texts.length).toBeGreaterThan(0)
      expect(texts.filter((text) => !/: .*2026/.test(text))).toEqual([])
    })

    it('has at most one breadcrumb trail and exactly one h1 heading per page', () => {
      for (const [path, html] of files) {
        if (!path.endsWith('.html')) continue
        const trails = (html.match(/<nav[^>]*aria-label="Breadcrumbs?"/g) ?? []).length
        if (path.startsWith('top')) expect(trails, path).toBe(1)
        else expect(trails, path).toBeLessThan(2)
        expect(html.match(/<h1\b/g), path).toHaveLength(1)
      }
    })

    it('shows the list on custom pages that replace a list page', () => {
      const page = (slug: string) =>
        files.get(options.cleanUrls ? `${slug}/index.html` : `${slug}.html`) ?? ''
      expect(page('blog')).toContain('Body blog')
      expect(page('blog')).toMatch(/href="[^"]*\/post\/p5/)
      expect(page('blog')).toMatch(/href="[^"]*\/blog\/page[/-]2/)
      expect(page('categories')).toContain('Body categories')
      expect(page('categories')).toMatch(/href="[^"]*\/category\/news/)
    })
  },
)

it.each(names)(
  'the theme %s has only ids that no heading can have, and its references point to these ids',
  async (name) => {
    const { sources } = await bundledTheme(name)
    const html = [...sources.values()].join('\n')
    const idsIn = (attribute: RegExp) => [...html.matchAll(attribute)].map(([, id = '']) => id)
    const ids = idsIn(/\sid="(\w+)/g)
    expect(ids).toContain('Main')
    for (const id of [...ids, ...idsIn(/\s(?:href="#|aria-\w+by="|for="|popovertarget=")(\w+)/g)]) {
      expect(id).toMatch(/^[A-Z]/)
      expect(ids).toContain(id)
    }
  },
)

it.each(names)('the theme %s links the pages of the sitemap, which list every post once', async (name) => {
  const posts = Array.from({ length: 1_200 }, (_, n) => aPost(`p${n}`))
  const publisher = testPublisher(
    aSourceSite({ theme: await bundledTheme(name), posts, settings: { postsPerPage: 100 } }),
  )
  onTestFinished(() => publisher.close())
  expect(await publisher.generate()).toMatchObject({ state: 'succeeded', errors: [] })
  const files = await publisher.files()
  const [first = '', second = ''] = ['sitemap/index.html', 'sitemap/page/2/index.html'].map((path) =>
    files.get(path),
  )
  expect(first).toMatch(/<a rel="next" href="\/sitemap\/page\/2\/">Next<\/a>/)
  expect(second).toMatch(/<a rel="prev" href="\/sitemap\/">Previous<\/a>/)
  for (const { slug } of posts)
    expect(`${first}${second}`.split(`href="/post/${slug}/"`), slug).toHaveLength(2)
})
