import { termSlug } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { addressesOf, resolver, styledUrl, urlOf } from './addresses.ts'
import { fileOf, pathOf, type Route } from './routes.ts'
import { templateCandidates } from './templates.ts'

const table: [
  Route,
  cleanFile: string,
  cleanPath: string,
  traditionalFile: string,
  traditionalPath: string,
][] = [
  [{ kind: 'home', page: 1 }, 'index.html', '/', 'index.html', '/'],
  [{ kind: 'home', page: 2 }, 'page/2/index.html', '/page/2/', 'page-2.html', '/page-2.html'],
  [{ kind: 'post', slug: 'a' }, 'post/a/index.html', '/post/a/', 'post/a.html', '/post/a.html'],
  [{ kind: 'page', slug: '2' }, 'page/2/index.html', '/page/2/', 'page/2.html', '/page/2.html'],
  [{ kind: 'custom', path: ['a'] }, 'a/index.html', '/a/', 'a.html', '/a.html'],
  [{ kind: 'custom', path: ['a', 'b', 'c'] }, 'a/b/c/index.html', '/a/b/c/', 'a/b/c.html', '/a/b/c.html'],
  [
    { kind: 'category', slug: 'c', page: 1 },
    'category/c/index.html',
    '/category/c/',
    'category/c.html',
    '/category/c.html',
  ],
  [
    { kind: 'category', slug: 'c', page: 3 },
    'category/c/page/3/index.html',
    '/category/c/page/3/',
    'category/c/page-3.html',
    '/category/c/page-3.html',
  ],
  [
    { kind: 'tag', slug: 't', page: 2 },
    'tag/t/page/2/index.html',
    '/tag/t/page/2/',
    'tag/t/page-2.html',
    '/tag/t/page-2.html',
  ],
  [{ kind: 'blog', page: 1 }, 'blog/index.html', '/blog/', 'blog.html', '/blog.html'],
  [
    { kind: 'blog', page: 2 },
    'blog/page/2/index.html',
    '/blog/page/2/',
    'blog/page-2.html',
    '/blog/page-2.html',
  ],
  [{ kind: 'categories' }, 'categories/index.html', '/categories/', 'categories.html', '/categories.html'],
  [
    { kind: 'sitemap', page: 1 },
    'sitemap/index.html',
    '/sitemap/',
    'sitemap/index.html',
    '/sitemap/index.html',
  ],
  [
    { kind: 'sitemap', page: 2 },
    'sitemap/page/2/index.html',
    '/sitemap/page/2/',
    'sitemap/page-2.html',
    '/sitemap/page-2.html',
  ],
  [{ kind: '404' }, '404.html', '/404.html', '404.html', '/404.html'],
]

describe('addresses (contract.md#site-addresses, contract.md#blog-and-category-lists)', () => {
  it.each(table)(
    'of %j follow the style',
    (route, cleanFile, cleanPath, traditionalFile, traditionalPath) => {
      expect([fileOf(route, true), pathOf(route, true), fileOf(route, false), pathOf(route, false)]).toEqual([
        cleanFile,
        cleanPath,
        traditionalFile,
        traditionalPath,
      ])
    },
  )

  it.each([
    ['https://x.test/some/base/', '/some/base', 'https://x.test/some/base'],
    ['https://x.test', '', 'https://x.test'],
    ['/sub', '/sub', 'http://site.test:3001/sub'],
    ['', '', 'http://site.test:3001'],
  ])('start with the base %j', (base, basePath, absoluteBase) => {
    expect(addressesOf(base, true, 'http://site.test:3001/')).toEqual({
      cleanUrls: true,
      basePath,
      absoluteBase,
    })
  })
})

describe('links in content and templates', () => {
  const routes: Route[] = [
    { kind: 'post', slug: 'a' },
    { kind: 'custom', path: ['about'] },
    { kind: 'home', page: 1 },
    { kind: 'blog', page: 2 },
  ]
  const resolve = resolver(addressesOf('https://x.test/base', false, ''), routes, ['/images/x.png'])

  it.each([
    ['/post/a/', '/base/post/a.html'],
    ['/post/a', '/base/post/a.html'],
    ['/post/a.html?x=1#y', '/base/post/a.html?x=1#y'],
    ['/post/a/index.html', '/base/post/a.html'],
    ['/base/post/a/', '/base/post/a.html'],
    ['/about/', '/base/about.html'],
    ['/', '/base/'],
    ['/blog/page/2/', '/base/blog/page-2.html'],
    ['/images/x.png', '/base/images/x.png'],
    ['/nowhere/', '/base/nowhere/'],
    ['https://x.test/post/a/', 'https://x.test/base/post/a.html'],
    ['HTTPS://X.test/post/a?x#y', 'https://x.test/base/post/a.html?x#y'],
    ['https://x.test/images/x.png', 'https://x.test/base/images/x.png'],
    ['https://x.test/images/of-another.png', 'https://x.test/images/of-another.png'],
    ['https://x.test/elsewhere/', 'https://x.test/elsewhere/'],
    ['https://x.test/', 'https://x.test/'],
    ['https://x.test', 'https://x.test'],
    ['https://x.test/about/', 'https://x.test/about/'],
    ['https://x.test/blog/', 'https://x.test/blog/'],
    ['https://x.test/base/about/', 'https://x.test/base/about.html'],
    ['https://x.test/404.html', 'https://x.test/404.html'],
    ['https://x.test/base', 'https://x.test/base/'],
    ['https://x.test/base?x', 'https://x.test/base/?x'],
    ['https://x.test.evil.test/post/a/', 'https://x.test.evil.test/post/a/'],
    ['https://x.test:8443/post/a/', 'https://x.test:8443/post/a/'],
    ['http://x.test/post/a/', 'http://x.test/post/a/'],
    ['https://x.test/base/post/a/?x#y', 'https://x.test/base/post/a.html?x#y'],
    ['https://x.test/base/', 'https://x.test/base/'],
    ['https://x.test/base/images/x.png', 'https://x.test/base/images/x.png'],
    ['https://x.test/based/post/a/', 'https://x.test/based/post/a/'],
    ['//evil.test/', '//evil.test/'],
    ['#top', '#top'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
  ])('%j resolves to %j', (url, expected) => {
    expect(resolve(url)).toBe(expected)
  })

  it.each([
    ['/blog', '/b/blog/', '/b/blog.html'],
    ['/page/2/', '/b/page/2/', '/b/page-2.html'],
    ['/category/x/page/2', '/b/category/x/page/2/', '/b/category/x/page-2.html'],
    ['/', '/b/', '/b/'],
    ['/rss.xml', '/b/rss.xml', '/b/rss.xml'],
    ['/sitemap/', '/b/sitemap/', '/b/sitemap/index.html'],
    ['/sitemap/page/2/', '/b/sitemap/page/2/', '/b/sitemap/page-2.html'],
    ['https://y.test/a', 'https://y.test/a', 'https://y.test/a'],
  ])('in templates, %j gets the address style of the site', (url, clean, traditional) => {
    expect([
      styledUrl({ basePath: '/b', cleanUrls: true }, url),
      styledUrl({ basePath: '/b', cleanUrls: false }, url),
    ]).toEqual([clean, traditional])
  })

  it.each([
    ['/', '/b/'],
    ['/index.html', '/b/'],
    ['/index/', '/b/index/'],
    ['/b/', '/b/'],
    ['/404.html', '/b/404.html'],
    ['/404/', '/b/404/'],
    ['/b/404.html', '/b/404.html'],
    ['/b/404.html?x', '/b/404.html?x'],
    ['/b/404/', '/b/404/'],
    ['http://s/b/404.html', 'http://s/b/404.html'],
  ])('%j resolves to %j even with pages named index and 404', (url, expected) => {
    const named: Route[] = [
      { kind: 'home', page: 1 },
      { kind: 'custom', path: ['index'] },
      { kind: 'custom', path: ['404'] },
    ]
    expect(resolver(addressesOf('/b', true, 'http://s'), named)(url)).toBe(expected)
    expect(resolver(addressesOf('/b', true, 'http://s'), named.toReversed())(url)).toBe(expected)
  })

  it.each([
    ['/sub', '/sub.html'],
    ['/sub/', '/sub.html'],
    ['/sub/index.html', '/sub/index.html'],
    ['/sub/index/', '/sub/index.html'],
    ['/sitemap/', '/sitemap/index.html'],
    ['/sitemap/index.html', '/sitemap/index.html'],
    ['/sitemap.html', '/sitemap.html'],
    ['/page/2/', '/page-2.html'],
    ['/page-2.html', '/page-2.html'],
    ['/page/2.html', '/page/2.html'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/rss.xml', '/rss.xml'],
    ['/blog', '/blog.html'],
    ['/categories', '/categories.html'],
  ])('%j resolves to the file with that address, else to a generated page: %j', (url, expected) => {
    const rivals: Route[] = [
      { kind: 'home', page: 2 },
      { kind: 'blog', page: 1 },
      { kind: 'categories' },
      { kind: 'sitemap', page: 1 },
      ...[['sub'], ['sub', 'index'], ['sitemap'], ['blog'], ['categories'], ['rss'], ['robots']].map(
        (path) => ({
          kind: 'custom' as const,
          path,
        }),
      ),
      { kind: 'page', slug: '2' },
    ]
    expect(resolver(addressesOf('', false, 'http://s'), rivals)(url)).toBe(expected)
  })

  it('get the address style without a base path too', () => {
    const resolveWithoutBase = resolver(addressesOf('', false, 'http://s:3001'), routes)
    expect(
      ['http://s:3001/post/a', 'http://s:3001', 'http://s:3001/#x', 'http://s:3002/post/a'].map(
        resolveWithoutBase,
      ),
    ).toEqual([
      ...['http://s:3001/post/a.html', 'http://s:3001/', 'http://s:3001/#x', 'http://s:3002/post/a'],
    ])
  })

  it('start with the base path', () => {
    expect(urlOf(addressesOf('/b', true, 'http://s'), { kind: 'home', page: 1 })).toBe('/b/')
  })
})

describe('template fallback order', () => {
  const layout = ['templates/layout.html', 'layout.html']
  it.each<[Route, string[]]>([
    [{ kind: 'home', page: 2 }, ['custom/homepage.html', 'templates/home.html', 'templates/index.html']],
    [{ kind: 'post', slug: 'a' }, ['templates/post.html', 'templates/content.html']],
    [{ kind: 'page', slug: 'a' }, ['templates/page.html', 'templates/content.html']],
    [{ kind: 'custom', path: ['a'] }, ['custom/a.html']],
    [{ kind: 'custom', path: ['a', 'b', 'c'] }, ['custom/c.html', 'custom/b.html']],
    [
      { kind: 'category', slug: 'news', page: 1 },
      ['custom/news.html', 'custom/category.html', 'templates/taxonomy.html'],
    ],
    [{ kind: 'tag', slug: 'x', page: 2 }, ['custom/x.html', 'custom/tag.html', 'templates/taxonomy.html']],
  ])('of %j', (route, expected) => {
    expect(templateCandidates(route)).toEqual([...expected, ...layout])
  })
})

describe('the slug of a term (contract.md#taxonomy-slugs)', () => {
  it.each([
    ['Hello World', 'hello-world'],
    ['  C++ & C#! ', 'c-c'],
    ['Ünïcödé Straße Łódź', 'unicode-strasse-lodz'],
    ["It's", 'its'],
    ['Книги', 'knigi'],
    ['日本', 'u65e5-u672c'],
    ['../..', 'u2e-u2e-u2f-u2e-u2e'],
    ['   ', ''],
  ])('of %j is %j', (name, slug) => {
    expect(termSlug(name)).toBe(slug)
  })
})

it('the slug of a term encodes only the first 20 of a million combining marks', () => {
  expect(termSlug('\u0301'.repeat(1_000_000))).toBe(Array(20).fill('u301').join('-'))
})
