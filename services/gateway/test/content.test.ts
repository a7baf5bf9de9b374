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
describe('fields for search engines', () => {
  test.each([
    ['seoTitle', 300],
    ['metaDescription', 1000],
  ])('%s has at most %d characters, counted in code points', async (name, most) => {
    expect((await create('posts', { [name]: '😀'.repeat(most) })).status).toBe(201)
    expect((await create('posts', { [name]: '😀'.repeat(most + 1) })).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: `metadata.${name}`, message: `Must have at most ${most} characters` }],
    })
  })
})

describe('posts', () => {
  test('a post is a flat object with typed metadata and its content byte for byte', async () => {
    const extra = { string: '123', number: 1.5, list: [1, 'two', null], deep: { er: true } }
    const answer = await create('posts', { slug: 'flat', ...extra, subtitle: 'true' }, 'a\r\n\tb \n')
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.body).toSorted()).toEqual(['id', 'success'])
    const data = await item(`/api/posts/${answer.body.id}`)
    expect(data).toMatchObject({
      slug: 'flat',
      author: 'admin',
      status: 'draft',
      subtitle: 'true',
      content: 'a\r\n\tb \n',
      relatedPosts: [],
      ...extra,
    })
    expect(data).not.toHaveProperty('revision')
  })

  test('metadata never overrides a fixed field', async () => {
    const id = await createdId('posts', { content: 'not this', relatedPostsData: 'nor this' }, 'Body')
    expect(await item(`/api/posts/${id}`)).toMatchObject({ id, content: 'Body', relatedPostsData: [] })
  })

  test('a list has frontmatter and content, total, limit and offset', async () => {
    await createdId('posts', { subtitle: 'Below', content: 'that of the metadata' }, '*Text*')
    const { body } = await read('/api/posts?limit=1')
    const [first] = body.data as { frontmatter: Record<string, unknown>; content: string }[]
    expect(first).toMatchObject({ frontmatter: { subtitle: 'Below' }, content: '*Text*' })
    expect(first?.frontmatter).not.toHaveProperty('content')
    expect(body).toMatchObject({ total: expect.any(Number), limit: 1, offset: 0 })
    expect((await read('/api/posts')).body).toMatchObject({ limit: 10, offset: 0 })
  })

  test('`frontmatterOnly` omits the content, and `properties` selects fields by name', async () => {
    await createdId('posts', { slug: 'picked', extra: 5 })
    const { body } = await read(
      '/api/posts?limit=1&frontmatterOnly=true&properties=slug,extra,nothing,toString',
    )
    expect(body.data).toEqual([{ frontmatter: { slug: 'picked', extra: 5 } }])
    for (const value of ['TRUE', '1', 'yes', '']) {
      expect(
        ((await read(`/api/posts?limit=1&frontmatterOnly=${value}`)).body.data as object[])[0],
      ).toHaveProperty('content')
    }
  })

  test.each([
    'limit=0',
    'limit=1001',
    'limit=1.5',
    'limit=ten',
    'limit=-1',
    'limit=1&limit=2',
    'offset=-1',
    'offset=1x',
    'status=secret',
    'sort=slug',
    'previewLength=0',
    'previewLength=10001',
  ])('%s is 400', async (query) => {
    const answer = await read(`/api/posts?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.details?.[0]?.path).toBe(query.split('=')[0])
  })

  test('an empty or unknown query parameter counts as absent', async () => {
    expect((await read('/api/posts?status=&limit=&offset=&nothing=1&_=5')).status).toBe(200)
  })

  test('relatedPostsData is included unless resolveRelated is false', async () => {
    const other = await createdId('posts')
    const id = await createdId('posts', { relatedPosts: [other, 'unknown'] })
    expect(await item(`/api/posts/${id}`)).toMatchObject({
      relatedPosts: [other, 'unknown'],
      relatedPostsData: [{ id: other }],
    })
    expect(await item(`/api/posts/${id}?resolveRelated=false`)).not.toHaveProperty('relatedPostsData')
  })

  test('a missing post is 404 with the code NOT_FOUND', async () => {
    const answer = await read('/api/posts/none')
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ error: 'Post not found', code: 'NOT_FOUND' })
  })

  test('a duplicate slug is 409 with the slug in the response', async () => {
    await createdId('posts', { slug: 'taken' })
    const answer = await create('posts', { slug: 'taken' })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      error: 'A post with this slug already exists',
      code: 'DUPLICATE_SLUG',
      slug: 'taken',
    })
  })

  test('PUT merges fields; null clears the content, but is rejected for the title', async () => {
    const id = await createdId('posts', { subtitle: 'Stays', category: 'Goes' }, 'Old')
    const answer = await put(`/api/posts/${id}`, { metadata: { category: null, status: 'published' } })
    expect(Object.keys(answer.body.data as object).toSorted()).toEqual([
      'id',
      'slug',
      'status',
      'title',
      'updatedAt',
    ])
    const data = await item(`/api/posts/${id}`)
    expect(data).toMatchObject({ subtitle: 'Stays', status: 'published', content: 'Old' })
    expect(data).not.toHaveProperty('category')
    await put(`/api/posts/${id}`, { content: null })
    expect(await item(`/api/posts/${id}`)).toMatchObject({ content: '' })
    for (const name of ['title', 'slug', 'status'])
      expect((await put(`/api/posts/${id}`, { metadata: { [name]: null } })).status).toBe(400)
  })

  test.each([
    [{ content: 'x' }],
    [{ metadata: 'text' }],
    [{ metadata: [] }],
    [{ metadata: null }],
    [[]],
    ['text'],
    [5],
    [null],
  ])('POST of %j is 400', async (json) => {
    expect((await gateway.ask('POST', '/api/posts', { token: token(), json })).status).toBe(400)
  })

  test('DELETE needs no body, and a second DELETE is 404', async () => {
    const id = await createdId('posts')
    expect((await gateway.ask('DELETE', `/api/posts/${id}`, { token: token() })).text).toBe(
      '{"success":true}',
    )
    expect((await gateway.ask('DELETE', `/api/posts/${id}`, { token: token() })).status).toBe(404)
  })
})

describe('terms of posts', () => {
  test.each([
    ['tags', { tags: ['Wombat', 'wombat trail'] }, ['wombat trail']],
    ['categories', { category: 'Wombats' }, []],
    ['authors', { author: 'wombat.writer' }, []],
  ])(
    'GET /api/%s lists the terms that contain the search, the most used first, for users only',
    async (path, metadata, others) => {
      const [often] = Object.values(metadata).flat()
      await createdId('posts', metadata)
      await createdId('posts', { ...metadata, ...(path === 'tags' ? { tags: [often] } : {}) })
      const { body } = await read(`/api/${path}?search=wombat`)
      const counted = [{ name: often, count: 2 }, ...others.map((name) => ({ name, count: 1 }))]
      expect(body).toEqual({ success: true, data: counted, total: counted.length, limit: 20, offset: 0 })
      const second = (await read(`/api/${path}?search=wombat&limit=1&offset=1`)).body
      expect(second).toMatchObject({ data: counted.slice(1), total: counted.length, limit: 1, offset: 1 })
      expect((await read(`/api/${path}?limit=0`)).body.details?.[0]?.path).toBe('limit')
      expect((await gateway.ask('GET', `/api/${path}`)).status).toBe(401)
      expect(
        (await gateway.ask('GET', `/api/${path}?search=wombat`, { token: gateway.editor.token })).status,
      ).toBe(200)
    },
  )
})

describe.each(['posts', 'pages'])('conditional requests of %s', (kind) => {
  const tagOf = async (id: string, query = '') =>
    (await read(`/api/${kind}/${id}${query}`)).headers.get('etag') ?? ''

  test('a strong ETag changes with the item; If-None-Match returns 304', async () => {
    const id = await createdId(kind)
    const tag = await tagOf(id)
    expect(tag).toMatch(/^"[^"]+"$/)
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await read(`/api/${kind}/${id}`, { 'if-none-match': header })
      expect([header, answer.status, answer.bytes.length]).toEqual([header, 304, 0])
    }
    expect((await read(`/api/${kind}/${id}`, { 'if-none-match': '"other"' })).status).toBe(200)
    await put(`/api/${kind}/${id}`, { metadata: { title: 'Newer' } })
    expect(await tagOf(id)).not.toBe(tag)
  })

  test('If-Match accepts the current ETag, and rejects others without any change', async () => {
    const id = await createdId(kind)
    const tag = await tagOf(id)
    for (const bad of [`W/${tag}`, '"other"', 'nonsense']) {
      const answer = await put(`/api/${kind}/${id}`, { metadata: { title: 'Lost' } }, { 'if-match': bad })
      expect([bad, answer.status, answer.body.code]).toEqual([bad, 412, 'PRECONDITION_FAILED'])
    }
    expect(
      (await put(`/api/${kind}/${id}`, { metadata: { title: 'One' } }, { 'if-match': `"other", ${tag}` }))
        .status,
    ).toBe(200)
    expect(
      (await put(`/api/${kind}/${id}`, { metadata: { title: 'Two' } }, { 'if-match': '*' })).status,
    ).toBe(200)
    expect(
      (await gateway.ask('DELETE', `/api/${kind}/${id}`, { token: token(), headers: { 'if-match': tag } }))
        .status,
    ).toBe(412)
    expect(await item(`/api/${kind}/${id}`)).toMatchObject({ title: 'Two' })
    expect(
      (
        await gateway.ask('DELETE', `/api/${kind}/${id}`, {
          token: token(),
          headers: { 'if-match': await tagOf(id) },
        })
      ).status,
    ).toBe(200)
    expect((await put(`/api/${kind}/${id}`, { metadata: {} }, { 'if-match': '*' })).status).toBe(404)
  })

  test('only one of four parallel PUTs with the same If-Match succeeds', async () => {
    const id = await createdId(kind)
    const headers = { 'if-match': await tagOf(id) }
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(
        async (n) => (await put(`/api/${kind}/${id}`, { metadata: { subtitle: `${n}` } }, headers)).status,
      ),
    )
    expect(statuses.toSorted()).toEqual([200, 412, 412, 412])
  })

  test('an Idempotency-Key returns the first response again, and rejects another body', async () => {
    const json = { metadata: { title: `Once ${kind}` } }
    const post = (body: unknown, key: string, who = token()) =>
      gateway.ask('POST', `/api/${kind}`, { token: who, json: body, headers: { 'idempotency-key': key } })
    const first = await post(json, 'key-1')
    const second = await post(json, 'key-1')
    expect([second.status, second.body.id]).toEqual([201, first.body.id])
    expect((await post({ ...json, content: 'other' }, 'key-1')).status).toBe(422)
    expect(
      (await post({ metadata: { title: `Mine ${kind}` } }, 'key-1', gateway.editor.token)).body.id,
    ).not.toBe(first.body.id)
    for (const key of ['x'.repeat(201), 'two words'])
      expect((await post(json, key)).body.code).toBe('INVALID_IDEMPOTENCY_KEY')
  })
})

test('the ETag of a response without related posts also allows a change', async () => {
  const id = await createdId('posts', { relatedPosts: [await createdId('posts')] })
  const tag = (await read(`/api/posts/${id}?resolveRelated=false`)).headers.get('etag') ?? ''
  expect(tag).not.toBe((await read(`/api/posts/${id}`)).headers.get('etag'))
  expect((await put(`/api/posts/${id}`, { metadata: { subtitle: 'x' } }, { 'if-match': tag })).status).toBe(
    200,
  )
})

test('a number that would lose precision is rejected with its path', async () => {
  const body = '{"metadata":{"title":"x","views":[1,12345678901234567890]}}'
  const headers = { 'content-type': 'application/json' }
  const answer = await gateway.ask('POST', '/api/posts', { token: gateway.editor.token, body, headers })
  expect([answer.status, answer.body.details?.map(({ path }) => path)]).toEqual([400, ['metadata.views.1']])
})
