import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

let count = 0
const ask = (method: string, path: string, json?: unknown, headers = {}) =>
  gateway.ask(method, path, { token: gateway.editor.token, headers, ...(json === undefined ? {} : { json }) })
async function changedItem(kind: string): Promise<string> {
  const metadata = { title: `First ${++count}`, slug: `item-${count}`, tags: ['a'], deep: { x: 1 } }
  const { body } = await ask('POST', `/api/${kind}`, { metadata, content: 'one\ntwo\n' })
  await ask('PUT', `/api/${kind}/${body.id}`, {
    metadata: { title: 'Second', deep: { x: 2 }, tags: null },
    content: 'one\nTWO\n',
  })
  return String(body.id)
}

describe.each(['posts', 'pages'])('revisions of %s', (kind) => {
  test('are listed newest first, in pages, without content', async () => {
    const id = await changedItem(kind)
    const { status, body } = await ask('GET', `/api/${kind}/${id}/revisions`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 2, limit: 10, offset: 0 })
    const [newest, first] = body.data as Record<string, unknown>[]
    expect(newest).toMatchObject({
      revision: 2,
      author: 'editor',
      title: 'Second',
      status: 'draft',
      changed: expect.arrayContaining(['title', 'deep', 'tags', 'content']),
    })
    expect(Object.keys(first ?? {}).toSorted()).toEqual([
      'author',
      'changed',
      'createdAt',
      'revision',
      'snapshot',
      'status',
      'title',
    ])
    const second = await ask('GET', `/api/${kind}/${id}/revisions?limit=1&offset=1`)
    expect((second.body.data as Record<string, unknown>[]).map(({ revision }) => revision)).toEqual([1])
    expect((await ask('GET', `/api/${kind}/${id}/revisions?limit=0`)).status).toBe(400)
  })

  test('can be read completely', async () => {
    const id = await changedItem(kind)
    const { body } = await ask('GET', `/api/${kind}/${id}/revisions/1`)
    expect(body.data).toMatchObject({
      revision: 1,
      content: 'one\ntwo\n',
      metadata: { tags: ['a'], deep: { x: 1 }, status: 'draft' },
    })
  })

  test('are compared by field and by line, with each other and with the current item', async () => {
    const id = await changedItem(kind)
    for (const other of ['2', 'current', '']) {
      const { body } = await ask('GET', `/api/${kind}/${id}/revisions/1/compare?with=${other}`)
      const data = body.data as { to: unknown; fields: { field: string }[]; content: unknown[] }
      expect(data.to).toBe(other === '2' ? 2 : 'current')
      expect(data.fields.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
        { field: 'deep', from: { x: 1 }, to: { x: 2 } },
        { field: 'tags', from: ['a'] },
        { field: 'title', from: expect.stringContaining('First'), to: 'Second' },
      ])
      expect(data.content).toEqual([
        { kind: 'same', lines: 1, text: 'one\n' },
        { kind: 'removed', lines: 1, text: 'two\n' },
        { kind: 'added', lines: 1, text: 'TWO\n' },
      ])
    }
    const same = await ask('GET', `/api/${kind}/${id}/revisions/2/compare?with=current`)
    expect(same.body.data).toEqual({
      from: 2,
      to: 'current',
      fields: [],
      content: [{ kind: 'same', lines: 2, text: 'one\nTWO\n' }],
    })
    for (const bad of ['x', '-1', '1.5'])
      expect((await ask('GET', `/api/${kind}/${id}/revisions/1/compare?with=${bad}`)).status).toBe(400)
  })

  test('are restored with a response like that of PUT, and honour If-Match', async () => {
    const id = await changedItem(kind)
    const tag = (await ask('GET', `/api/${kind}/${id}`)).headers.get('etag') ?? ''
    const restore = (headers = {}) =>
      ask('POST', `/api/${kind}/${id}/revisions/1/restore`, undefined, headers)
    expect((await restore({ 'if-match': '"other"' })).status).toBe(412)
    const answer = await restore({ 'if-match': tag })
    const put = await ask('PUT', `/api/${kind}/${id}`, {})
    expect([answer.status, Object.keys(answer.body.data as object)]).toEqual([
      200,
      Object.keys(put.body.data as object),
    ])
    expect((await ask('GET', `/api/${kind}/${id}`)).body.data).toMatchObject({
      tags: ['a'],
      deep: { x: 1 },
      content: 'one\ntwo\n',
    })
    expect((await restore({ 'if-match': tag })).status).toBe(412)
  })

  test('store unsaved text without changing the item', async () => {
    const id = await changedItem(kind)
    const before = (await ask('GET', `/api/${kind}/${id}`)).headers.get('etag')
    const metadata = { title: 'Unsaved', status: 'published' }
    const stored = await ask('POST', `/api/${kind}/${id}/revisions`, { metadata, content: 'unsaved' })
    expect([stored.status, stored.body.data]).toMatchObject([
      201,
      { revision: 3, title: 'Unsaved', status: 'draft', snapshot: true },
    ])
    expect((await ask('GET', `/api/${kind}/${id}`)).headers.get('etag')).toBe(before)
    expect((await ask('GET', `/api/${kind}/${id}/revisions/3`)).body.data).toMatchObject({
      content: 'unsaved',
      snapshot: true,
    })
    expect((await ask('POST', `/api/${kind}/${id}/revisions`, { metadata: { title: '' } })).status).toBe(400)
    expect((await ask('POST', `/api/${kind}/none/revisions`, {})).status).toBe(404)
    expect((await gateway.ask('POST', `/api/${kind}/${id}/revisions`, { json: {} })).status).toBe(401)
  })

  test('require a user, and result in 404 if they do not exist', async () => {
    const id = await changedItem(kind)
    for (const path of ['', '/1', '/1/compare'])
      expect((await gateway.ask('GET', `/api/${kind}/${id}/revisions${path}`)).status).toBe(401)
    expect((await gateway.ask('POST', `/api/${kind}/${id}/revisions/1/restore`)).status).toBe(401)
    for (const number of ['3', '0', '01', 'x', '-1', '1e3', '99999999999999999999']) {
      expect((await ask('GET', `/api/${kind}/${id}/revisions/${number}`)).body.code).toBe('NOT_FOUND')
      expect((await ask('POST', `/api/${kind}/${id}/revisions/${number}/restore`)).body.code).toBe(
        'NOT_FOUND',
      )
    }
    expect((await ask('GET', `/api/${kind}/none/revisions`)).status).toBe(404)
    expect((await ask('GET', `/api/${kind}/${id}/revisions/1/compare?with=7`)).status).toBe(404)
  })
})

describe.each(['posts', 'pages'])('new %s', (kind) => {
  test.each(['soon', '2030-01-01', '2030-02-30T00:00:00Z', 5, true])(
    'with the invalid schedule %j are rejected with 400 and the path of the field',
    async (value) => {
      const answer = await ask('POST', `/api/${kind}`, { metadata: { title: 'T', publishAt: value } })
      expect([answer.status, answer.body.details?.map(({ path }) => path)]).toEqual([
        400,
        ['metadata.publishAt'],
      ])
    },
  )
})
