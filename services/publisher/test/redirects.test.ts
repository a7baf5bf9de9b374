import { afterEach, expect, it } from 'vitest'
import { testPublisher } from './support/publisher.ts'
import { aPage, aPost, aSourceSite, settings } from './support/sites.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
function publisher(...args: Parameters<typeof testPublisher>) {
  const started = testPublisher(...args)
  closing.push(started.close)
  return started
}

const post = aPost('first')
const about = aPage('about')
const site = (slug: string, changes: object = {}) =>
  aSourceSite({ posts: [{ ...post, slug }], pages: [about], ...changes })
const redirects = async ({ files }: ReturnType<typeof publisher>, outputDir?: string) =>
  (await files(outputDir)).get('_redirects')

it('renaming a post adds a redirect, and renaming it back removes it', async () => {
  const one = publisher(site('first'))
  await one.generate()
  expect(await redirects(one)).toBeUndefined()
  one.change(site('second'))
  await one.event()
  expect(await redirects(one)).toBe('/post/first/ /post/second/ 301\n')
  one.change(site('third'))
  await one.event()
  expect(await redirects(one)).toBe('/post/first/ /post/third/ 301\n/post/second/ /post/third/ 301\n')
  one.change(site('first'))
  await one.event()
  expect(await redirects(one)).toBe('/post/second/ /post/first/ 301\n/post/third/ /post/first/ 301\n')
  expect(one.addresses.moved.map(({ from, to }) => [from, to])).toEqual([
    ['/post/first/', '/post/second/'],
    ['/post/second/', '/post/third/'],
    ['/post/third/', '/post/first/'],
  ])
})

it('a post that is published again at another address gets a redirect from the old one', async () => {
  const one = publisher(site('first'))
  await one.generate()
  one.change(site('first', { posts: [] }))
  await one.event()
  one.change(site('second'))
  await one.event()
  expect(await redirects(one)).toBe('/post/first/ /post/second/ 301\n')
})

it('another style of addresses and another base path move every post', async () => {
  const one = publisher(site('first'))
  await one.generate()
  one.change(site('first', { settings: { ...settings, staticCleanUrls: false, staticBaseUrl: '/base' } }))
  await one.event()
  expect(await redirects(one)).toBe('/about/ /base/about.html 301\n/post/first/ /base/post/first.html 301\n')
})

it('other permalinks move every post, are checked before, and can be undone', async () => {
  const one = publisher(site('first'))
  await one.generate()
  expect(await one.app.checkPermalinks(one.admin, { permalinkPost: '/{year}/{slug}/' })).toEqual({
    moved: 1,
    examples: [{ from: '/post/first/', to: '/2026/first/' }],
    collisions: 0,
  })
  expect(await one.app.checkPermalinks(one.admin, { permalinkPost: '/{slug}/' })).toMatchObject({
    collisions: 0,
  })
  await expect(one.app.checkPermalinks(one.admin, { permalinkPost: '/x/' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  one.change(
    site('first', { settings: { ...settings, permalinkPost: '/{year}/{slug}/', redirectPages: true } }),
  )
  await one.event()
  expect(await redirects(one)).toBe('/post/first/ /2026/first/ 301\n')
  expect((await one.files()).get('post/first/index.html')).toContain('content="0; url=/2026/first/"')
  one.change(site('first'))
  await one.event()
  expect(await redirects(one)).toBe('/2026/first/ /post/first/ 301\n')
  expect((await one.files()).get('post/first/index.html')).toContain('Title first')
})

it('if a post and a page have one address, the site reports the page that it omits', async () => {
  const one = publisher(site('about', { settings: { ...settings, permalinkPost: '/{slug}/' } }))
  const last = await one.generate()
  expect(last?.errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('its address /about/ belongs to the post') }),
  ])
  one.change(site('blog', { settings: { ...settings, permalinkPost: '/{slug}/' } }))
  expect((await one.generate())?.errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('The post "Title first" is left out') }),
  ])
})

it('other outputs have the redirects and record no addresses', async () => {
  const one = publisher(site('first'))
  await one.generate()
  one.change(site('second'))
  await one.generate({ outputDir: 'other' })
  expect(await redirects(one, 'other')).toBe('/post/first/ /post/second/ 301\n')
  expect(one.addresses.moved).toEqual([])
})

it('an administrator’s redirect reaches the site automatically', async () => {
  const one = publisher(site('first'))
  await one.generate()
  const { id } = await one.app.redirects.create(one.admin, { from: '/old', to: '/about/' })
  one.wait(1_000)
  await one.run()
  expect(await redirects(one)).toBe('/old /about/ 301\n')
  await one.app.redirects.update(one.admin, id, { status: 308 })
  await one.event()
  expect(await redirects(one)).toBe('/old /about/ 308\n')
  await one.app.redirects.delete(one.admin, id)
  await one.event()
  expect(await redirects(one)).toBeUndefined()
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
])('refuses %j by its field', async (input, path) => {
  const { app, admin } = publisher(site('first'))
  await app.redirects.create(admin, { from: '/y', to: '/x' })
  await expect(app.redirects.create(admin, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    problems: [expect.objectContaining({ path })],
  })
})

it('refuses a second redirect from one address, however it is written', async () => {
  const { app, admin } = publisher(site('first'))
  await app.redirects.create(admin, { from: '/ä/', to: '/about/' })
  await expect(app.redirects.create(admin, { from: '/%C3%A4', to: '/' })).rejects.toMatchObject({
    code: 'DUPLICATE_REDIRECT',
  })
})

it('an import creates, replaces or skips redirects, and reports each refusal', async () => {
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
