import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aPage, aPost, aSite } from '../../../test/support/sites.ts'
import type { Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { atOnce } from './in-turns.ts'
import { planSite, sitePlanner } from './plan-site.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const addresses = addressesOf('/base', true, 'http://site.test')

function modelsOf(site: Site) {
  const { files } = planSite(site, addresses, digest)
  return (path: string) => {
    const file = [...files].find((each) => each.path === path)
    if (file?.type !== 'page') throw new Error(`no page ${path}`)
    return file.model
  }
}

const english = aPost('hello', { at: 1 })
const german = aPost('hallo', { at: 2, language: 'de', translationOf: english.id, category: 'Neu' })
const arabic = aPost('marhaban', { at: 3, language: 'ar', translationOf: german.id })
const site = aSite({ posts: [arabic, german, english], settings: { postsPerPage: 10 } })

const hreflangs = (head: string) =>
  [...head.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(([, tag, url]) => [
    tag,
    url,
  ])

describe('an item in a language other than that of the site (contract.md#languages-of-items)', () => {
  const model = modelsOf(site)

  it('has its language and direction, and built-in texts in that language', () => {
    expect(model('post/marhaban/index.html')).toMatchObject({ language: 'ar', direction: 'rtl' })
    const { language, breadcrumbs, content, head } = model('post/hallo/index.html')
    expect([language, breadcrumbs[0]?.title]).toEqual(['de', 'Startseite'])
    expect(content).toContain('Kategorie: ')
    expect(head).toContain('"inLanguage":"de"')
    expect(model('post/hello/index.html')).not.toHaveProperty('language')
    expect(model('index.html')).not.toHaveProperty('language')
    expect(model('index.html').posts.map((post) => post.language)).toEqual(['ar', 'de', null])
  })

  it('links its translations, with the original first and as the default', () => {
    const { alternates, head } = model('post/hallo/index.html')
    expect(alternates.map(({ language, name, url, current }) => [language, name, url, current])).toEqual([
      ['en', 'English', '/base/post/hello/', false],
      ['de', 'Deutsch', '/base/post/hallo/', true],
      ['ar', 'العربية', '/base/post/marhaban/', false],
    ])
    const links = [
      ['en', 'http://site.test/base/post/hello/'],
      ['de', 'http://site.test/base/post/hallo/'],
      ['ar', 'http://site.test/base/post/marhaban/'],
      ['x-default', 'http://site.test/base/post/hello/'],
    ]
    for (const slug of ['hello', 'hallo', 'marhaban'])
      expect(hreflangs(model(`post/${slug}/index.html`).head)).toEqual(links)
    expect(hreflangs(head)).toEqual(links)
    expect(hreflangs(model('index.html').head)).toEqual([])
  })

  it('links other translations even if the original is not published', () => {
    const model = modelsOf(aSite({ posts: [german, { ...arabic, translationOf: english.id }] }))
    expect(model('post/hallo/index.html').alternates.map(({ language }) => language)).toEqual(['de', 'ar'])
    const alone = modelsOf(aSite({ posts: [german] }))
    expect(alone('post/hallo/index.html').alternates).toEqual([])
  })

  it('is linked once per language, even with circular references', () => {
    const [a, b] = [aPost('a', { language: 'de' }), aPost('b', { language: 'DE' })]
    const circle = [
      { ...a, translationOf: b.id },
      { ...b, translationOf: a.id },
      aPost('c', { language: 'fr', translationOf: b.id }),
    ]
    const model = modelsOf(aSite({ posts: circle }))
    const urlsOf = (slug: string) => model(`post/${slug}/index.html`).alternates.map(({ url }) => url)
    expect(urlsOf('a')).toEqual(['/base/post/a/', '/base/post/c/'])
    expect(urlsOf('b')).toEqual(['/base/post/b/', '/base/post/c/'])
    expect(urlsOf('c')).toEqual(['/base/post/a/', '/base/post/c/'])
  })

  it('may be a page, but a page is never a translation of a post', () => {
    const about = aPage('about')
    const over = aPage('ueber', { language: 'de', translationOf: about.id })
    const stray = aPage('stray', { language: 'fr', translationOf: english.id })
    const model = modelsOf({ ...site, pages: [about, over, stray] })
    expect(model('ueber/index.html').alternates.map(({ url }) => url)).toEqual([
      '/base/about/',
      '/base/ueber/',
    ])
    expect(model('stray/index.html').alternates).toEqual([])
    expect(model('post/hello/index.html').alternates).toHaveLength(3)
  })

  it('changes the pages of its translations when its language changes', () => {
    const plan = sitePlanner(digest)
    const digests = (now: Site) =>
      new Map([...atOnce(plan(now, addresses)).files].map((file) => [file.path, file.digest]))
    const before = digests(site)
    const changed = digests({ ...site, posts: [arabic, { ...german, language: 'fr' }, english] })
    expect(changed.get('post/hello/index.html')).not.toBe(before.get('post/hello/index.html'))
    expect(changed).toEqual(
      new Map(
        [
          ...planSite({ ...site, posts: [arabic, { ...german, language: 'fr' }, english] }, addresses, digest)
            .files,
        ].map((file) => [file.path, file.digest]),
      ),
    )
  })
})
