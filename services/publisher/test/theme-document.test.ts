/** docs/themes.md documents exactly the values of rendered pages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { helperNames } from '@typecase/theme-engine'
import { samplePages, sampleRoot } from '@typecase/theme-engine/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPublisher } from './support/publisher.ts'
import { aMenuItem, aPage, aPost, aSourceSite, aSourceTheme } from './support/sites.ts'

const text = readFileSync(join(import.meta.dirname, '../../../docs/themes.md'), 'utf8')

interface Row {
  /** The names in the first cell. */
  readonly names: readonly string[]
  /** Names in braces in the second cell: fields of the value, or of the entries of the list. */
  readonly parts: readonly string[] | undefined
}

const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => String(name))
const braced = (cell: string): string[] | undefined => /`\{([\w, ]+)\}`/.exec(cell)?.[1]?.split(', ')

/** The text below a heading, up to the next heading. */
function section(heading: string): string {
  const [, below] = text.split(`\n${heading}\n`)
  if (below === undefined) throw new Error(`docs/themes.md has no heading ${heading}`)
  return below.split(/\n##/)[0] ?? ''
}

/** The tables of a section, each a list of rows. */
const tables = (heading: string): Row[][] =>
  [...section(heading).matchAll(/^\|[^\n]*\n\|[-| ]+\n((?:\|[^\n]*\n?)*)/gm)].map(([, body]) =>
    String(body)
      .trim()
      .split('\n')
      .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
      .map(([first = '', second = '']) => ({ names: named(first), parts: braced(second) })),
  )

type Values = Record<string, unknown>
/** The value as an object, or the first entry of a list. */
const asObject = (value: unknown): Values => (Array.isArray(value) ? value[0] : value) as Values
const keys = (value: unknown): string[] => Object.keys(asObject(value)).sort()

/** A template that prints all its values. */
const dump =
  '<!doctype html><script>{{json @root}}</script>{{#if menu}}{{/if}}{{#if categories}}{{/if}}{{#if tags}}{{/if}}{{#if recentPosts}}{{/if}}{{#if site.updatedAt}}{{/if}}'

const publisher = testPublisher(
  aSourceSite({
    theme: aSourceTheme({ 'templates/layout.html': dump }),
    posts: [1, 2, 3, 4, 5].map((at) =>
      aPost(`p${at}`, {
        at,
        category: 'News',
        tags: ['Tag'],
        body: { ...aPost('x').body, excerpt: '## One\n\ntext' },
        featuredImage: { url: '/images/a.png', alt: 'Alt' },
      }),
    ),
    pages: [
      aPage('top'),
      aPage('top/mid', { body: { ...aPage('x').body, excerpt: '## One' } }),
      aPage('top/mid/low'),
    ],
    settings: {
      siteLogo: 'f1',
      siteIcon: 'f1',
      siteAccentColor: '#a8341b',
      socialLinks: [{ title: 'Mastodon', url: 'https://social.test/@ann' }],
    },
    menu: [aMenuItem({ id: 'a', url: '/top/' }), aMenuItem({ id: 'b', url: '/top/mid/', parent: 'a' })],
    profiles: [
      {
        username: 'ann',
        displayName: 'Ann',
        bio: 'Bio',
        avatar: '/images/a.png',
        links: [{ title: 'A', url: 'https://example.org/' }],
      },
    ],
    media: [
      {
        id: 'f1',
        folder: 'images',
        filename: 'a.png',
        url: '/images/a.png',
        digest: 'd',
        caption: 'C',
        width: 1000,
        height: 500,
        mimeType: 'image/png',
        renditions: [],
      },
    ],
  }),
)
const pages = new Map<string, Values>()

beforeAll(async () => {
  // Relates all posts to each other by id.
  const site = publisher.site()
  publisher.change({
    ...site,
    posts: site.posts.map((post) => ({ ...post, relatedPosts: site.posts.map(({ id }) => id) })),
  })
  expect(await publisher.generate()).toMatchObject({ state: 'succeeded', errors: [] })
  for (const [path, html] of await publisher.files()) {
    const json = /<script>(\{"menu".*?\})<\/script>/s.exec(html)?.[1]
    if (json) pages.set(path, JSON.parse(json))
  }
})
afterAll(() => publisher.close())

const page = (path: string): Values => {
  const pageValues = pages.get(path)
  if (!pageValues) throw new Error(`there is no page ${path} among ${[...pages.keys()].join(' ')}`)
  return pageValues
}

/** Compares the names in the rows with the fields of the values. */
function expectParts(rows: readonly Row[], values: Values): void {
  for (const { names, parts } of rows)
    for (const name of names) {
      const value = name.split('.').reduce<unknown>((at, part) => (at as Values | null)?.[part], values)
      if (parts && value !== null && !(Array.isArray(value) && value.length === 0))
        expect([name, keys(value)]).toEqual([name, parts.toSorted()])
    }
}

describe('the documentation for theme authors', () => {
  it('lists every value of each page, and no other', () => {
    const [rows = []] = tables('### In every template')
    const top = [...new Set(rows.flatMap(({ names }) => names.map((name) => name.split('.')[0])))]
    for (const [path, values] of pages) {
      expect([...top, 'head', 'footerCode'].sort(), path).toEqual(keys(values))
      expectParts(rows, values)
    }
    const ofSite = rows.flatMap(({ names }) => names).filter((name) => name.startsWith('site.'))
    expect(ofSite.map((name) => name.slice(5)).sort()).toEqual(keys(page('index.html').site))
  })

  it('lists all fields of a post, in a list and on its own page', () => {
    const [summary = [], own = []] = tables('### `post` (kind `post`)')
    const [inLists, besides] = [
      summary.flatMap(({ names }) => names),
      own.flatMap(({ names }) => names.map((name) => name.replace(/^post\./, ''))),
    ]
    const { post } = page('post/p3/index.html')
    for (const list of [page('index.html').posts, page('index.html').recentPosts, (post as Values).related]) {
      expect(keys(list)).toEqual(inLists.toSorted())
      expectParts(summary, asObject(list))
    }
    expect(keys(post)).toEqual([...inLists, ...besides].sort())
    expectParts(own, page('post/p3/index.html'))
  })

  it('lists all fields of a page', () => {
    const [rows = []] = tables('### `page` (kind `page`)')
    const pageValues = page('top/mid/index.html').page as Values
    expect(keys(pageValues)).toEqual(rows.flatMap(({ names }) => names).sort())
    expectParts(rows, pageValues)
  })

  it('lists all fields of an author', () => {
    const [rows = []] = tables('### `author` (kind `author`)')
    const { author } = page('author/ann/index.html')
    expect(keys(author)).toEqual(rows.flatMap(({ names }) => names).sort())
    expectParts(rows, author as Values)
    expect(keys((page('post/p3/index.html').post as Values).authors)).toEqual(keys(author))
  })

  it('lists all fields of a term, of list pages and of the sitemap', () => {
    expect(keys(page('category/news/index.html').taxonomy)).toEqual(
      braced(section('### `taxonomy` (kinds `category`, `tag` and `author`)'))?.sort(),
    )
    const [rows = []] = tables(
      '### `posts` and `pagination` (kinds `home`, `blog`, `category`, `tag`, `author`)',
    )
    const { pagination } = page('index.html')
    expect(keys(pagination)).toEqual(rows.flatMap(({ names }) => names).sort())
    expectParts(rows, pagination as Values)
    const [, list, item] =
      /`\{([\w, ]+)\}`[^`]*`\{([\w, ]+)\}`/.exec(section('### `sections` (kind `sitemap`)')) ?? []
    const { sections, pagination: ofSitemap } = page('sitemap/index.html')
    expect(keys(ofSitemap)).toEqual(keys(pagination))
    expect(keys(sections)).toEqual(list?.split(', ').sort())
    expect(keys(asObject(sections).items)).toEqual(item?.split(', ').sort())
  })

  it('lists every helper, and no other', () => {
    const cells = [...section('## The template language').matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) =>
      named(String(cell)),
    )
    const names = cells.map((cell) => /^[({#]+([a-zA-Z]+)/.exec(cell)?.[1])
    expect([...new Set(names)].sort()).toEqual([...helperNames].sort())
  })
})

describe('the sample pages that validate a theme', () => {
  const expectSameFields = (sample: unknown, real: unknown, where: string) => {
    const [a, b] = [asObject(sample), asObject(real)]
    if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return
    expect(keys(a), where).toEqual(keys(b))
    for (const name of keys(a))
      if (name !== 'info' && name !== 'meta') expectSameFields(a[name], b[name], `${where}.${name}`)
  }

  it.each([
    ['home', 'index.html'],
    ['post', 'post/p3/index.html'],
    ['page', 'top/mid/index.html'],
    ['category', 'category/news/index.html'],
    ['tag', 'tag/tag/index.html'],
    ['author', 'author/ann/index.html'],
    ['blog', 'blog/index.html'],
    ['categories', 'categories/index.html'],
    ['sitemap', 'sitemap/index.html'],
    ['404', '404.html'],
  ])('have the same fields as a real page: %s', (kind, path) => {
    for (const { model } of samplePages.filter(({ model: { kind: of } }) => of === kind))
      expectSameFields(sampleRoot(model), page(path), kind)
  })
})
