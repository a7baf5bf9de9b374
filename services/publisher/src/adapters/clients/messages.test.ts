import type { Post } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import { defaultPermalinks } from '@typecase/kernel'
import { expect, it } from 'vitest'
import { fromMenuItem, fromPost, fromSettings } from './messages.ts'
import { readTheme } from './theme-files.ts'

const at = toTimestamp(new Date(0))
const message = {
  id: 'p',
  revision: 1,
  title: 'A\u0001 title',
  slug: 'p',
  status: 'published',
  author: 'ada',
  content: 'as\u0002 written',
  createdAt: at,
  updatedAt: at,
  metadataJson: JSON.stringify({
    tags: ['one\u0008'],
    featuredImage: { url: '/images/a.png', alt: 'b\ufffe' },
  }),
} as unknown as Post

it('removes characters that HTML forbids from the texts of posts and menu items', () => {
  const { entry, markdown } = fromPost(message)
  expect(entry).toMatchObject({
    title: 'A title',
    tags: ['one'],
    featuredImage: { url: '/images/a.png', alt: 'b' },
  })
  expect(markdown).toBe('as written')
  expect(fromMenuItem({ id: 'm', title: 'Menu\u0003', url: '/', order: 1 } as never).title).toBe('Menu')
})

it('treats a text that has only forbidden characters as empty, and drops a tag without a name', () => {
  const metadataJson = JSON.stringify({
    tags: ['\u0001', 'one'],
    category: '\u0002',
    excerpt: '\ufffe',
    subtitle: ' \u0003',
    relatedPosts: ['\u0001'],
  })
  const { entry } = fromPost({ ...message, title: '\u0001', metadataJson })
  expect(fromPost({ ...message, title: ' \u0001' }).entry).toMatchObject({ title: 'p' })
  expect(entry).toMatchObject({
    title: 'p',
    tags: ['one'],
    category: null,
    excerpt: null,
    subtitle: null,
    relatedPosts: [],
  })
})

it('computes the digest of a body after removing forbidden characters', () => {
  const digestOf = (content: string) =>
    (fromPost({ ...message, content }).entry as { readonly textDigest?: string } | null)?.textDigest
  expect(digestOf('as\u0002 written')).toBe(digestOf('as written'))
  expect(digestOf('as written')).not.toBe(digestOf('as read'))
})

it('encodes forbidden characters in menu URLs, and removes them from menu classes', () => {
  const item = { id: 'm', title: ' \ufffe', url: '/\ufffe/evil.test', order: 1, class: 'b\u0002' }
  const url = '/%EF%BF%BE/evil.test'
  expect(fromMenuItem(item as never)).toMatchObject({ title: url, url, class: 'b' })
})

it('encodes forbidden characters in the URLs of the settings, and removes them from the title', () => {
  const settings = {
    siteUrl: 'https://x.test/\ufffe',
    staticBaseUrl: '/\ufffe/x',
    siteTitle: 'A\u0001',
    footerCode: '<i>\u0001',
  }
  expect(fromSettings(settings as never)).toEqual({
    siteUrl: 'https://x.test/%EF%BF%BE',
    staticBaseUrl: '/%EF%BF%BE/x',
    siteTitle: 'A',
    footerCode: '<i>\u0001',
    rssEntryLimit: 1000,
    siteLanguage: 'en',
    siteTimezone: 'UTC',
    ...defaultPermalinks,
    socialLinks: [],
  })
})

it('removes forbidden characters from the metadata of a theme', async () => {
  const nothing = async function* () {}
  const infoJson = JSON.stringify({ title: 'A\u0001 theme', author: 'ad\u0002a' })
  const { source } = await readTheme(nothing(), { name: 'a', version: '1', digest: 'd', infoJson } as never)
  expect(source).toMatchObject({ title: 'A theme', info: { author: 'ada' } })
})
