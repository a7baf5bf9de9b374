import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aPage, aPost, aSite, aTheme } from '../../../test/support/sites.ts'
import type { Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { planSite } from './plan-site.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const plan = (site: Site, clean = true) => planSite(site, addressesOf('', clean, 'http://site.test'), digest)

describe('the plan', () => {
  it.each<[string, boolean, string, string]>([
    ['2', true, 'page/2/index.html', 'its address /page/2/ belongs to page 2 of the home page'],
    [
      'blog/page/2',
      true,
      'blog/page/2/index.html',
      'its address /blog/page/2/ belongs to page 2 of the blog',
    ],
    ['sitemap', true, 'sitemap/index.html', 'its address /sitemap/ belongs to the sitemap'],
    ['tag/x', true, 'tag/x/index.html', 'its address /tag/x/ belongs to the tag "X"'],
    ['post/a', true, 'post/a/index.html', 'its address /post/a/ belongs to the post "Title a"'],
    [
      'assets/css/style',
      true,
      'assets/css/style/index.html',
      'its address /assets/css/style/ belongs to the file assets/css/style of the theme',
    ],
    ['404', false, '404.html', 'its address /404.html belongs to the page for unknown addresses'],
    ['index', false, 'index.html', 'its address /index.html belongs to the home page'],
    ['page-2', false, 'page-2.html', 'its address /page-2.html belongs to page 2 of the home page'],
    ['blog/page-2', false, 'blog/page-2.html', 'its address /blog/page-2.html belongs to page 2 of the blog'],
    [
      Array(11).fill('a'.repeat(200)).join('/'),
      true,
      `${Array(11).fill('a'.repeat(200)).join('/')}/index.html`,
      'its address is too long',
    ],
  ])(
    'omits the page %s (clean style: %s) if its address is taken or too long',
    (path, clean, file, reason) => {
      const posts = [aPost('a', { tags: ['X'] }), aPost('b'), aPost('c')]
      const theme = { ...aTheme(), assets: [{ path: 'assets/css/style', digest: 'd' }] }
      const page = aPage(path, { title: 'Mine', ...(path === '2' ? { type: 'normal' } : {}) })
      const planned = plan(aSite({ posts, theme, pages: [page, aPage('about')] }), clean)
      const entry = { type: 'page', id: page.id }
      expect(planned.omitted).toEqual([
        { message: `The page "Mine" is left out: ${reason}`, page: file, entry },
      ])
      const without = plan(aSite({ posts, theme, pages: [aPage('about')] }), clean)
      expect([...planned.files].map(({ path: name }) => name)).toEqual(
        [...without.files].map(({ path: name }) => name),
      )
      expect(JSON.stringify(planned.files)).not.toContain('Mine')
    },
  )

  it('gives an address to the older page if two pages want it', () => {
    const pages = [
      aPage('a', { title: 'Younger', createdAt: '2026-02-01T00:00:00.000Z' }),
      aPage('a', { title: 'Older' }),
    ]
    const { omitted, files } = plan(aSite({ pages }))
    const entry = { type: 'page', id: pages[0]?.id }
    expect(omitted).toEqual([
      {
        message: 'The page "Younger" is left out: its address /a/ belongs to the page "Older"',
        page: 'a/index.html',
        entry,
      },
    ])
    expect([...files].filter(({ path }) => path === 'a/index.html')).toMatchObject([
      { model: { title: 'Older' } },
    ])
  })

  it.each(['assets', 'images', 'tags', 'feed', 'categories', 'blog', 'index', '404', 'page-2'])(
    'has a page at /%s/ if the address is free',
    (slug) => {
      const { omitted, files } = plan(
        aSite({ posts: [aPost('a'), aPost('b'), aPost('c')], pages: [aPage(slug, { title: 'Mine' })] }),
      )
      expect(omitted).toEqual([])
      expect([...files].find(({ path }) => path === `${slug}/index.html`)).toMatchObject({
        model: { title: 'Mine' },
      })
    },
  )
})
