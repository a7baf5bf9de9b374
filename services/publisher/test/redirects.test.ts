import { afterEach, expect, it } from 'vitest'
import { testPublisher } from './support/publisher.ts'
import { aPage, aPost, aSourceSite, settings } from './support/sites.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
function publisher(...args: Parameters<typeof testPublisher>) {
  const created = testPublisher(...args)
  closing.push(created.close)
  return created
}

const post = aPost('first')
const about = aPage('about')
const site = (slug: string, changes: object = {}) =>
  aSourceSite({ posts: [{ ...post, slug }], pages: [about], ...changes })
const redirects = async ({ files }: ReturnType<typeof publisher>, outputDir?: string) =>
  (await files(outputDir)).get('_redirects')

it('renaming a post adds a redirect, and renaming it back removes the redirect', async () => {
  const fixture = publisher(site('first'))
  await fixture.generate()
  expect(await redirects(fixture)).toBeUndefined()
  fixture.change(site('second'))
  await fixture.event()
  expect(await redirects(fixture)).toBe('/post/first/ /post/second/ 301\n')
  fixture.change(site('third'))
  await fixture.event()
  expect(await redirects(fixture)).toBe('/post/first/ /post/third/ 301\n/post/second/ /post/third/ 301\n')
  fixture.change(site('first'))
  await fixture.event()
  expect(await redirects(fixture)).toBe('/post/second/ /post/first/ 301\n/post/third/ /post/first/ 301\n')
  expect(fixture.addresses.moved.map(({ from, to }) => [from, to])).toEqual([
    ['/post/first/', '/post/second/'],
    ['/post/second/', '/post/third/'],
    ['/post/third/', '/post/first/'],
  ])
})

it('the old address of a post redirects after the post is republished at another address', async () => {
  const fixture = publisher(site('first'))
  await fixture.generate()
  fixture.change(site('first', { posts: [] }))
  await fixture.event()
  fixture.change(site('second'))
  await fixture.event()
  expect(await redirects(fixture)).toBe('/post/first/ /post/second/ 301\n')
})

it('a new address style and base path redirect every entry', async () => {
  const fixture = publisher(site('first'))
  await fixture.generate()
  fixture.change(site('first', { settings: { ...settings, staticCleanUrls: false, staticBaseUrl: '/base' } }))
  await fixture.event()
  expect(await redirects(fixture)).toBe(
    '/about/ /base/about.html 301\n/post/first/ /base/post/first.html 301\n',
  )
})

it('new permalinks redirect every post, can be checked first, and can be undone', async () => {
  const fixture = publisher(site('first'))
  await fixture.generate()
  expect(await fixture.app.checkPermalinks(fixture.admin, { permalinkPost: '/{year}/{slug}/' })).toEqual({
    moved: 1,
    examples: [{ from: '/post/first/', to: '/2026/first/' }],
    collisions: 0,
  })
  expect(await fixture.app.checkPermalinks(fixture.admin, { permalinkPost: '/{slug}/' })).toMatchObject({
    collisions: 0,
  })
  await expect(fixture.app.checkPermalinks(fixture.admin, { permalinkPost: '/x/' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  fixture.change(
    site('first', { settings: { ...settings, permalinkPost: '/{year}/{slug}/', redirectPages: true } }),
  )
  await fixture.event()
  expect(await redirects(fixture)).toBe('/post/first/ /2026/first/ 301\n')
  expect((await fixture.files()).get('post/first/index.html')).toContain('content="0; url=/2026/first/"')
  fixture.change(site('first'))
  await fixture.event()
  expect(await redirects(fixture)).toBe('/2026/first/ /post/first/ 301\n')
  expect((await fixture.files()).get('post/first/index.html')).toContain('Title first')
})

it('reports the entry that is omitted if a post and a page have the same address', async () => {
  const fixture = publisher(site('about', { settings: { ...settings, permalinkPost: '/{slug}/' } }))
  const last = await fixture.generate()
  expect(last?.errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('its address /about/ belongs to the post') }),
  ])
  fixture.change(site('blog', { settings: { ...settings, permalinkPost: '/{slug}/' } }))
  expect((await fixture.generate())?.errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('The post "Title first" is left out') }),
  ])
})

it('another output folder has the redirects too, but its addresses are not recorded', async () => {
  const fixture = publisher(site('first'))
  await fixture.generate()
  fixture.change(site('second'))
  await fixture.generate({ outputDir: 'other' })
  expect(await redirects(fixture, 'other')).toBe('/post/first/ /post/second/ 301\n')
  expect(fixture.addresses.moved).toEqual([])
})

it('a redirect by an administrator is published automatically', async () => {
  const fixture = publisher(site('first'))
  await fixture.generate()
  const { id } = await fixture.app.redirects.create(fixture.admin, { from: '/old', to: '/about/' })
  fixture.wait(1_000)
  await fixture.run()
  expect(await redirects(fixture)).toBe('/old /about/ 301\n')
  await fixture.app.redirects.update(fixture.admin, id, { status: 308 })
  await fixture.event()
  expect(await redirects(fixture)).toBe('/old /about/ 308\n')
  await fixture.app.redirects.delete(fixture.admin, id)
  await fixture.event()
  expect(await redirects(fixture)).toBeUndefined()
})

it.each([
  [{ from: 'old', to: '/' }, 'from'],
  [{ from: '/', to: '/about/' }, 'from'],
  [{ from: '//old', to: '/about/' }, 'from'],
  [{ from: '/a?b', to: '/about/' }, 'from'],
  [{ from: '/a/../b', to: '/about/' }, 'from'],
  [{ from: '/a' }, 'to'],
  [{ from: '/a', to: 'javascript:alert(1)' }, 'to'],
  [{ from: '/a', to: '//evil.test/' }, 'to'],
  [{ from: '/a', to: '/a/' }, 'to'],
  [{ from: '/a', to: '/b', status: 307 }, 'status'],
  [{ from: '/a', to: '/b', status: 410 }, 'to'],
  [{ from: '/x', to: '/y' }, 'to'],
])('rejects %j and names the field', async (input, path) => {
  const { app, admin } = publisher(site('first'))
  await app.redirects.create(admin, { from: '/y', to: '/x' })
  await expect(app.redirects.create(admin, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    problems: [expect.objectContaining({ path })],
  })
})

it('rejects a second redirect from an address, however it is encoded', async () => {
  const { app, admin } = publisher(site('first'))
  await app.redirects.create(admin, { from: '/ä/', to: '/about/' })
  await expect(app.redirects.create(admin, { from: '/%C3%A4', to: '/' })).rejects.toMatchObject({
    code: 'DUPLICATE_REDIRECT',
  })
})

it('an import creates and replaces redirects, skips equal ones and lists refused ones', async () => {
  const { app, admin } = publisher(site('first'))
  const inputs = [
    { from: '/a', to: '/about/' },
    { from: '/b', to: '/about/', status: 302 },
    { from: 'c', to: '/about/' },
  ]
  expect(await app.redirects.import(admin, inputs)).toEqual({
    created: 2,
    replaced: 0,
    unchanged: 0,
    refused: [{ index: 2, message: 'from must be a path that begins with one slash' }],
  })
  const again = await app.redirects.import(admin, [
    { from: '/a/', to: '/' },
    { from: '/b', to: '/about/', status: 302 },
  ])
  expect(again).toEqual({ created: 0, replaced: 1, unchanged: 1, refused: [] })
  const { items } = await app.redirects.list(admin, { limit: 10, offset: 0, text: '' })
  expect(items.map(({ from, to, status }) => [from, to, status])).toEqual([
    ['/a/', '/', 301],
    ['/b', '/about/', 302],
  ])
})
