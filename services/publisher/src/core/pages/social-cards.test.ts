import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { anImage, aPage, aPost, aSite, aTheme, settings } from '../../../test/support/sites.ts'
import type { Settings, Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { planSite } from './plan-site.ts'
import type { Card, PlannedPage } from './planned.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const withCards: Settings = { ...settings, socialCards: true }

function planned(changes: Partial<Site>) {
  const { files } = planSite(
    aSite({ settings: withCards, ...changes }),
    addressesOf('/base', true, 'http://site.test'),
    digest,
  )
  const cards = new Map<string, Card>()
  for (const file of files)
    if (file.type === 'copy' && file.source.from === 'card') cards.set(file.path, file.source.card)
  const digestOf = (path: string) => [...files].find((file) => file.path === path)?.digest
  const head = (path: string) => ([...files].find((file) => file.path === path) as PlannedPage).model.head
  return { cards, digestOf, head }
}

it('posts and pages without an image have a card', () => {
  const post = aPost('one', { authors: ['ann'], title: 'One & all' })
  const page = aPage('about')
  const { cards, head } = planned({ posts: [post], pages: [page] })
  expect([...cards.keys()].sort()).toEqual([`social/${post.id}.png`, `social/${page.id}.png`].sort())
  expect(cards.get(`social/${post.id}.png`)).toMatchObject({ title: 'One & all', byline: 'ann · My Site' })
  for (const line of [
    `<meta property="og:image" content="http://site.test/base/social/${post.id}.png">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="One &amp; all">',
    '<meta name="twitter:card" content="summary_large_image">',
  ])
    expect(head('post/one/index.html')).toContain(line)
})

it('an entry has no card if it has an image, the font lacks letters of its title, or cards are off', () => {
  const image = anImage('photo', 1200)
  const featuredImage = { url: image.url, alt: '' }
  const noSeo = { title: null, description: null, canonicalUrl: null, noindex: false }
  const posts = [
    aPost('a', { featuredImage }),
    aPost('b', { title: '日本の海' }),
    aPost('c', { seo: { ...noSeo, image: featuredImage } }),
  ]
  const { cards, head } = planned({ posts, media: [image] })
  expect(cards.size).toBe(0)
  expect(head('post/b/index.html')).not.toContain('og:image')
  expect(planned({ posts: [aPost('c')], settings }).cards.size).toBe(0)
})

it('turning cards on re-renders only pages that get a card', () => {
  const image = anImage('photo', 1200)
  const posts = [aPost('a', { featuredImage: { url: image.url, alt: '' } }), aPost('b')]
  const [before, after] = [settings, withCards].map((siteSettings) =>
    planned({ posts, media: [image], settings: siteSettings }),
  )
  for (const path of ['index.html', 'blog/index.html', '404.html', 'post/a/index.html'])
    expect(after?.digestOf(path), path).toBe(before?.digestOf(path))
  expect(after?.digestOf('post/b/index.html')).not.toBe(before?.digestOf('post/b/index.html'))
})

it('a card has the colors of the theme, and the accent color of the site', () => {
  const theme = { ...aTheme(), info: { colors: ['#fbfaf7', '#1d1b19', 'red;'] } }
  const post = aPost('one', { language: 'ar' })
  const [card] = planned({ posts: [post], theme }).cards.values()
  expect(card).toMatchObject({
    direction: 'rtl',
    colors: { background: '#fbfaf7', text: '#1d1b19', accent: '#4a4a4f' },
  })
  const [other] = planned({
    posts: [post],
    settings: { ...withCards, siteAccentColor: '#0b5cad' },
  }).cards.values()
  expect(other?.colors.accent).toBe('#0b5cad')
})

it('a card is rendered again only if something on it changed', () => {
  const post = aPost('one')
  const path = `social/${post.id}.png`
  const before = planned({ posts: [post] }).digestOf(path)
  expect(planned({ posts: [{ ...post, updatedAt: '2026-05-05T00:00:00.000Z' }] }).digestOf(path)).toBe(before)
  expect(planned({ posts: [{ ...post, title: 'Another' }] }).digestOf(path)).not.toBe(before)
})

it('a card shortens a long title between two characters', () => {
  const [card] = planned({ posts: [aPost('long', { title: '😀'.repeat(200) })] }).cards.values()
  expect(card?.title.isWellFormed()).toBe(true)
  expect([...(card?.title ?? '')].length).toBeLessThanOrEqual(150)
  expect(card?.title.endsWith('…')).toBe(true)
})
