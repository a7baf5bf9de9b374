import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aBlog, anImage, aPage, aPost, aSite, aTheme } from '../../../test/support/sites.ts'
import type { Profile, Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { planSite } from './plan-site.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const clean = addressesOf('', true, 'http://site.test')

const aProfile = (username: string, changes: Partial<Profile> = {}): Profile => ({
  username,
  displayName: null,
  bio: null,
  avatar: null,
  links: [],
  ...changes,
})

function planned(site: Site, addresses = clean) {
  const plan = planSite(site, addresses, digest)
  return {
    plan,
    paths: [...plan.files].map(({ path }) => path),
    page(path: string) {
      const file = [...plan.files].find((each) => each.path === path)
      if (file?.type !== 'page')
        throw new Error(`${path} is no page of ${[...plan.files].map((f) => f.path)}`)
      return file
    },
  }
}

const linkedData = (head: string) =>
  [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(String(json)),
  )

const ada = aProfile('Ada', {
  displayName: 'Ada Lovelace',
  bio: 'Wrote the first program.\nAnd more.',
  avatar: '/images/ada.png',
  links: [
    { title: 'Notes', url: 'https://example.org/ada' },
    { title: 'Mail', url: 'mailto:ada@example.org' },
  ],
})
const site = aSite({
  posts: [
    aPost('three', { at: 3, authors: ['ada', 'ben'] }),
    aPost('two', { at: 2, authors: ['ada'] }),
    aPost('one', { at: 1, authors: ['ada'] }),
    aPost('none', { at: 0, authors: [] }),
  ],
  profiles: [ada, aProfile('idle', { displayName: 'Wrote nothing' })],
  media: [anImage('ada', 700)],
})

describe('the pages of authors (contract.md#authors)', () => {
  const { page, paths, plan } = planned(site)

  it('exist for each author of published posts, with a paginated list of the posts', () => {
    const pages = paths.filter((path) => path.startsWith('author/') && path.endsWith('.html'))
    expect(pages).toEqual(['author/ada/index.html', 'author/ada/page/2/index.html', 'author/ben/index.html'])
    const { model } = page('author/ada/index.html')
    expect(model).toMatchObject({ kind: 'author', title: 'Ada Lovelace', url: '/author/ada/' })
    expect(model.posts.map(({ slug }) => slug)).toEqual(['three', 'two'])
    expect(model.pagination).toMatchObject({ page: 1, pages: 2, total: 3, next: '/author/ada/page/2/' })
    expect(model.taxonomy).toMatchObject({ type: 'author', name: 'Ada Lovelace', slug: 'ada', count: 3 })
    const traditional = planned(site, addressesOf('/base', false, 'http://site.test'))
    expect(traditional.paths).toContain('author/ada/page-2.html')
    expect(traditional.page('author/ada.html').model.url).toBe('/base/author/ada.html')
  })

  it('show the profile, or the username if there is no profile', () => {
    expect(page('author/ada/index.html').model.author).toMatchObject({
      name: 'Ada Lovelace',
      bio: ada.bio,
      links: ada.links,
      absoluteUrl: 'http://site.test/author/ada/',
      avatar: { url: '/images/ada.png', width: 700, height: 350, alt: '' },
    })
    expect(page('author/ada/index.html').model.description).toBe('Wrote the first program. And more.')
    expect(page('author/ben/index.html').model.author).toMatchObject({ name: 'ben', bio: null, avatar: null })
    expect([...plan.files].some(({ path }) => path.startsWith('images/ada.320w'))).toBe(true)
  })

  it('are linked from bylines, and named in structured data and in the sitemap', () => {
    const { model } = page('post/three/index.html')
    expect(model.post?.author).toBe('Ada Lovelace, ben')
    expect(model.post?.authors).toMatchObject([
      { name: 'Ada Lovelace', url: '/author/ada/', bio: ada.bio },
      { name: 'ben', url: '/author/ben/', bio: null },
    ])
    expect(model.content).toContain('<a href="/author/ada/">Ada Lovelace</a>, <a href="/author/ben/">ben</a>')
    const person = { '@type': 'Person', name: 'Ada Lovelace', url: 'http://site.test/author/ada/' }
    expect(linkedData(model.head)[0]).toMatchObject({
      '@type': 'BlogPosting',
      author: [person, { '@type': 'Person', name: 'ben' }],
    })
    expect(linkedData(page('post/two/index.html').model.head)[0]).toMatchObject({ author: person })
    expect(linkedData(page('post/none/index.html').model.head)[0]).not.toHaveProperty('author')
    const own = page('author/ada/index.html').model
    expect(linkedData(own.head)[0]).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      mainEntity: {
        ...person,
        description: ada.bio,
        image: 'http://site.test/images/ada.png',
        sameAs: ['https://example.org/ada'],
      },
    })
    expect(own.content).toContain('Wrote the first program.<br>\nAnd more.')
    const sitemap = [...plan.files].find(({ path }) => path === 'sitemap.xml')
    expect(Buffer.from(sitemap?.type === 'text' ? (sitemap.text as Uint8Array) : []).toString()).toContain(
      'http://site.test/author/ada/page/2/',
    )
    expect(page('sitemap/index.html').model.sections.at(-1)).toMatchObject({
      title: 'Authors',
      items: [
        { title: 'Ada Lovelace', url: '/author/ada/' },
        { title: 'ben', url: '/author/ben/' },
      ],
    })
  })

  it.each([
    [{}, 'templates/layout.html'],
    [{ 'templates/taxonomy.html': [] }, 'templates/taxonomy.html'],
    [{ 'templates/taxonomy.html': [], 'templates/author.html': [] }, 'templates/author.html'],
  ])('use the most specific template of %j', (templates, expected) => {
    const { page } = planned({ ...site, theme: aTheme(templates) })
    expect(page('author/ada/index.html').template).toBe(expected)
  })

  it('take precedence over a custom page with the same address', () => {
    const { plan, page } = planned({ ...site, pages: [aPage('author'), aPage('author/ada')] })
    expect(plan.omitted).toHaveLength(1)
    expect(page('author/index.html').model.kind).toBe('page')
    expect(page('author/ada/index.html').model.kind).toBe('author')
  })
})

describe('a changed profile', () => {
  it('changes only the pages that show the author', () => {
    const blog = { ...aBlog(), profiles: [aProfile('ann')] }
    const other = { ...blog, posts: [...blog.posts, aPost('other', { at: 0, authors: ['ben'] })] }
    const named = { ...other, profiles: [aProfile('ann', { displayName: 'Ann' })] }
    const before = new Map([...planned(other).plan.files].map(({ path, digest: is }) => [path, is]))
    const changed = [...planned(named).plan.files].filter(({ path, digest: is }) => before.get(path) !== is)
    const paths = changed.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['author/ann/index.html', 'index.html', 'post/one/index.html']),
    )
    expect(paths).toContain('rss.xml')
    for (const path of ['post/other/index.html', 'author/ben/index.html', 'about/index.html', '404.html'])
      expect(paths).not.toContain(path)
  })
})
