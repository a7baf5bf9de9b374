import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())
let count = 0
const token = () => gateway.admin.token
const create = (kind: string, metadata: object = {}, content?: string | null, headers = {}) =>
  gateway.ask('POST', `/api/${kind}`, {
    token: token(),
    json: { metadata: { title: `Title ${++count}`, ...metadata }, content },
    headers,
  })
const createdId = async (...args: Parameters<typeof create>) => (await create(...args)).body.id as string
const read = (path: string, headers = {}) => gateway.ask('GET', path, { token: token(), headers })
const item = async (path: string) => (await read(path)).body.data as Record<string, unknown>
const put = (path: string, json: unknown, headers = {}) =>
  gateway.ask('PUT', path, { token: token(), json, headers })
describe('pages', () => {
  test('GET and PUT return a page as a flat object with its type and parent', async () => {
    const id = await createdId('pages', { pageType: 'custom' }, 'Text')
    expect(await item(`/api/pages/${id}`)).toMatchObject({
      id,
      pageType: 'custom',
      parentPage: null,
      content: 'Text',
    })
    const { body } = await put(`/api/pages/${id}`, { metadata: { title: 'New' } })
    expect(Object.keys(body.data as object).toSorted()).toEqual([
      'id',
      'pageType',
      'parentPage',
      'slug',
      'status',
      'title',
      'updatedAt',
    ])
  })

  test('without limit all pages are returned, and limit is null', async () => {
    for (let n = 0; n < 12; n++) await createdId('pages')
    const { body } = await read('/api/pages')
    expect((body.data as unknown[]).length).toBe(body.total)
    expect(body).toMatchObject({ limit: null, offset: 0 })
    expect(((await read('/api/pages?limit=2')).body.data as unknown[]).length).toBe(2)
  })

  test('errors of type, status and parent are reported together', async () => {
    const answer = await create('pages', { status: 'secret', pageType: 'special', parentPage: 5 })
    expect(answer.body.details?.map(({ path }) => path)).toEqual([
      'metadata.status',
      'metadata.pageType',
      'metadata.parentPage',
    ])
  })
})

describe('bulk', () => {
  const bulk = (type: string, json: unknown) =>
    gateway.ask('POST', `/api/bulk/${type}`, { token: gateway.editor.token, json })

  test('a failing item does not affect others: 200, success false, matching counts', async () => {
    const id = await createdId('posts')
    const { status, body } = await bulk('posts', { action: 'publish', ids: [id, 'none', id] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: false,
      results: [
        { id, success: true, result: { id, status: 'published' } },
        { id: 'none', success: false },
      ],
      errors: [{ id: 'none', error: 'Not found' }],
      totalItems: 2,
      successCount: 1,
      errorCount: 1,
    })
    expect(body.message).toBeTypeOf('string')
  })

  test.each(['media', 'post', 'Posts', '__proto__'])('the type %s is 400', async (type) => {
    expect((await bulk(type, { action: 'publish', ids: ['x'] })).status).toBe(400)
  })

  test('a wrong type is reported together with the errors of the body', async () => {
    const { body } = await bulk('things', {})
    expect(body.details?.map(({ path }) => path)).toEqual(['contentType', 'action', 'ids'])
  })

  test.each([
    [{ ids: ['x'] }],
    [{ action: 'archive', ids: ['x'] }],
    [{ action: 'publish' }],
    [{ action: 'publish', ids: [] }],
    [{ action: 'publish', ids: 'x' }],
    [{ action: 'publish', ids: ['x', 5] }],
  ])('%j is 400', async (json) => {
    expect((await bulk('posts', json)).status).toBe(400)
  })

  test('more than 10,000 ids are 400', async () => {
    const large = await startGateway({ jsonBodyLimit: 4 * 1024 * 1024 })
    const json = { action: 'publish', ids: Array.from({ length: 10_001 }, (_, n) => `none-${n}`) }
    expect((await large.ask('POST', '/api/bulk/posts', { token: large.editor.token, json })).status).toBe(400)
    await large.stop()
  })
})
