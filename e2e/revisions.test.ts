import { describe, expect, it } from 'vitest'
import { apiClient } from './api.ts'
import { oneSystem } from './one-system.ts'

const one = oneSystem()

interface Item {
  readonly revision: number
  readonly author: string
  readonly title: string
  readonly status: string
  readonly changed: string[]
}
const historyOf = async (kind: string, id: unknown) =>
  ((await one.api.ok('GET', `/api/${kind}/${id}/revisions`)).body.data as unknown as Item[]).map(
    ({ revision, title, changed }) => [revision, title, changed.toSorted()],
  )

describe.each([
  { kind: 'posts', extra: { category: 'News', tags: ['a', 'b'] } },
  { kind: 'pages', extra: { subtitle: 'Below', deep: { er: [1, '1', null] } } },
])('the revisions of $kind', ({ kind, extra }) => {
  const old = '# Old\r\n\r\none\ntwo\n日本語 🎉'
  let id: unknown

  it('include every save with its author and changed fields', async () => {
    const { body } = await one.api.ok('POST', `/api/${kind}`, {
      json: { metadata: { title: 'Old', ...extra }, content: old },
    })
    id = body.id
    const cleared = Object.fromEntries(Object.keys(extra).map((name) => [name, null]))
    await one.api.ok('PUT', `/api/${kind}/${id}`, {
      json: {
        metadata: { title: 'New', slug: `new-${kind}`, status: 'published', ...cleared },
        content: 'one\n',
      },
    })
    expect(await historyOf(kind, id)).toEqual([
      [2, 'New', ['title', 'slug', 'status', 'publishedAt', 'content', ...Object.keys(extra)].toSorted()],
      [1, 'Old', []],
    ])
    const first = await one.api.ok('GET', `/api/${kind}/${id}/revisions/1`)
    expect(first.body.data).toMatchObject({
      author: 'admin',
      status: 'draft',
      content: old,
      metadata: { title: 'Old', ...extra },
    })
  })

  it('can be compared', async () => {
    const { body } = await one.api.ok('GET', `/api/${kind}/${id}/revisions/1/compare?with=current`)
    const { fields, content } = body.data as unknown as {
      fields: { field: string }[]
      content: { kind: string; text: string }[]
    }
    expect(fields.map(({ field }) => field).toSorted()).toEqual(
      ['title', 'slug', 'status', ...Object.keys(extra)].toSorted(),
    )
    expect(
      content
        .filter((part) => part.kind !== 'added')
        .map(({ text }) => text)
        .join(''),
    ).toBe(old)
    const toSecond = await one.api.ok('GET', `/api/${kind}/${id}/revisions/1/compare?with=2`)
    expect(toSecond.body.data).toMatchObject({ from: 1, to: 2, fields, content })
  })

  it('can be restored except for slug and status, but not with an outdated If-Match', async () => {
    const restore = (headers = {}) =>
      one.api.request('POST', `/api/${kind}/${id}/revisions/1/restore`, { headers })
    const tag = (await one.api.ok('GET', `/api/${kind}/${id}`)).headers.get('etag') ?? ''
    const answer = await restore({ 'if-match': tag })
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { title: 'Old', slug: `new-${kind}`, status: 'published' },
    ])
    expect((await restore({ 'if-match': tag })).status).toBe(412)
    const { body } = await one.api.ok('GET', `/api/${kind}/${id}`)
    expect(body.data).toMatchObject({
      title: 'Old',
      slug: `new-${kind}`,
      status: 'published',
      content: old,
      ...extra,
    })
    expect((await historyOf(kind, id))[0]).toEqual([
      3,
      'Old',
      ['title', 'content', ...Object.keys(extra)].toSorted(),
    ])
  })

  it('include snapshots of unsaved text, which readers do not see', async () => {
    const anonymous = apiClient(one.system.apiUrl)
    const before = await anonymous.ok('GET', `/api/${kind}/${id}`)
    const json = { metadata: { title: 'Unsaved' }, content: 'unsaved' }
    expect((await one.api.request('POST', `/api/${kind}/${id}/revisions`, { json })).body.data).toMatchObject(
      {
        revision: 4,
        snapshot: true,
      },
    )
    expect((await anonymous.ok('GET', `/api/${kind}/${id}`)).body).toEqual(before.body)
    await one.api.ok('PUT', `/api/${kind}/${id}`, { json: {} })
    expect((await historyOf(kind, id)).map(([revision, title]) => [revision, title]).slice(0, 2)).toEqual([
      [5, 'Old'],
      [4, 'Unsaved'],
    ])
  })

  it('are hidden from anonymous clients, and deleted together with their item', async () => {
    const anonymous = apiClient(one.system.apiUrl)
    for (const path of ['', '/1', '/1/compare?with=2'])
      expect((await anonymous.request('GET', `/api/${kind}/${id}/revisions${path}`)).status).toBe(401)
    await one.api.ok('DELETE', `/api/${kind}/${id}`)
    for (const path of ['', '/1', '/1/compare'])
      expect((await one.api.request('GET', `/api/${kind}/${id}/revisions${path}`)).status).toBe(404)
  })
})

describe('a bulk change', () => {
  it('creates a revision of each item', async () => {
    const create = async (title: string) =>
      (await one.api.ok('POST', '/api/posts', { json: { metadata: { title } } })).body.id
    const ids = [await create('One'), await create('Two')]
    await one.api.ok('POST', '/api/bulk/posts', { json: { action: 'publish', ids } })
    for (const id of ids)
      expect((await historyOf('posts', id)).map(([revision, , changed]) => [revision, changed])).toEqual([
        [2, ['publishedAt', 'status']],
        [1, []],
      ])
  })
})
