/** Tests of docs/contract.md, "Permalinks", "Redirects" and "Former addresses". */
import { describe, expect, it, vi } from 'vitest'
import { oneSystem } from '../one-system.ts'

const one = oneSystem()
const visit = async (path: string) => {
  const response = await fetch(one.system.siteUrl + path, { redirect: 'manual' })
  return [response.status, response.headers.get('location')] as const
}
const becomes = (path: string, answer: readonly [number, string | null]) =>
  vi.waitFor(async () => expect(await visit(path)).toEqual(answer), { timeout: 20_000, interval: 50 })
const send = (method: string, path: string, json?: object) => one.api.request(method, path, { json })
const post = async (metadata: object) =>
  String(
    (await one.api.ok('POST', '/api/posts', { json: { metadata: { status: 'published', ...metadata } } }))
      .body.id,
  )

describe('permalinks', () => {
  it('move posts, can be checked before a change, and do not break links to default addresses', async () => {
    const slug = 'permalink'
    await post({ title: 'Linked', slug })
    await one.api.ok('POST', '/api/posts', {
      json: {
        metadata: { title: 'Linking', slug: 'linking', status: 'published' },
        content: '[x](/post/permalink/)',
      },
    })
    await one.api.generate()
    const year = new Date().getUTCFullYear()
    const check = await send('POST', '/api/redirects/check', { permalinkPost: '/{year}/{slug}/' })
    expect(check.body).toMatchObject({ moved: 2, collisions: 0 })
    expect((await send('PUT', '/api/settings', { permalinkPost: '/news/' })).status).toBe(400)
    await one.api.ok('PUT', '/api/settings', { json: { permalinkPost: '/{year}/{slug}/' } })
    await becomes(`/post/${slug}/`, [301, `/${year}/${slug}/`])
    const page = await fetch(`${one.system.siteUrl}/${year}/linking/`)
    expect(await page.text()).toContain(`href="/${year}/${slug}/"`)
    await one.api.ok('PUT', '/api/settings', { json: { permalinkPost: '/post/{slug}/' } })
    await becomes(`/post/${slug}/`, [200, null])
  })
})

describe('redirects', () => {
  it('are created, listed, changed, deleted, and take effect on the site', async () => {
    await post({ title: 'Target', slug: 'target' })
    await one.api.generate()
    const { status, body } = await send('POST', '/api/redirects', { from: '/old', to: '/post/target' })
    expect(status).toBe(201)
    const id = String(body.data?.id)
    await becomes('/old/', [301, '/post/target/'])
    expect(await visit('/old?x=1')).toEqual([301, '/post/target/?x=1'])
    expect(await send('POST', '/api/redirects', { from: '/old/', to: '/' })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_REDIRECT' },
    })
    expect((await send('POST', '/api/redirects', { from: '/x', to: '/x/' })).status).toBe(400)
    expect((await send('GET', '/api/redirects?q=old')).body).toMatchObject({
      data: [{ id, from: '/old', to: '/post/target', status: 301 }],
      total: 1,
    })
    await send('PUT', `/api/redirects/${id}`, { status: 410, to: null })
    await becomes('/old', [410, null])
    expect((await send('DELETE', `/api/redirects/${id}`)).status).toBe(200)
    await becomes('/old', [404, null])
    expect((await send('DELETE', `/api/redirects/${id}`)).status).toBe(404)
  })

  it('can be imported from CSV', async () => {
    const form = new FormData()
    form.set('file', new Blob(['from;to;status\n/a;/post/target/;302\nno path;/\n']), 'redirects.csv')
    const { body } = await one.api.ok('POST', '/api/redirects/import', { form })
    expect(body).toMatchObject({ created: 1, replaced: 0, unchanged: 0, refused: [{ line: 3 }] })
    await becomes('/a/', [302, '/post/target/'])
  })
})

/** Exports the metadata of all items. */
async function exported(): Promise<object[]> {
  const found: object[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await send('GET', `/api/export/items${cursor && `?cursor=${cursor}`}`)
    const { data, nextCursor } = body as unknown as {
      data: { metadata: object }[]
      nextCursor: string | null
    }
    found.push(...data.map(({ metadata }) => metadata))
    cursor = nextCursor
  }
  return found
}

describe('former-addresses', () => {
  it('redirect to the current address, until the item returns to its former address', async () => {
    const id = await post({ title: 'Moving', slug: 'first', aliases: ['/blog/2019/moving.html'] })
    await becomes('/post/first/', [200, null])
    expect(await visit('/blog/2019/moving.html')).toEqual([301, '/post/first/'])
    const rename = (slug: string) => send('PUT', `/api/posts/${id}`, { metadata: { slug } })
    await rename('second')
    await becomes('/post/first/', [301, '/post/second/'])
    await rename('third')
    await becomes('/post/first/', [301, '/post/third/'])
    expect(await visit('/post/second/')).toEqual([301, '/post/third/'])
    expect((await send('GET', `/api/posts/${id}/addresses`)).body).toMatchObject({
      current: '/post/third/',
      former: ['/post/first/', '/post/second/'],
    })
    expect(await exported()).toContainEqual(
      expect.objectContaining({ id, aliases: ['/blog/2019/moving.html', '/post/first/', '/post/second/'] }),
    )
    await rename('first')
    await becomes('/post/first/', [200, null])
    expect(await visit('/post/third/')).toEqual([301, '/post/first/'])
  })
})
