import { describe, expect, it } from 'vitest'
import { apiClient } from '../api.ts'
import { one } from './one-system.ts'

const anonymous = () => apiClient(one.system.apiUrl)
const create = (kind: 'posts' | 'pages', metadata: object, content = '') =>
  one.api.request('POST', `/api/${kind}`, { json: { metadata, content } })
const change = (kind: 'posts' | 'pages', id: unknown, json: object) =>
  one.api.request('PUT', `/api/${kind}/${id}`, { json })
const read = async (kind: 'posts' | 'pages', id: unknown) =>
  (await one.api.ok('GET', `/api/${kind}/${id}`)).body.data ?? {}
const post = async (metadata: object, content?: string) => {
  const answer = await create('posts', metadata, content)
  expect(answer.status).toBe(201)
  return String(answer.body.id)
}

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('post-identity', () => {
  it('is assigned by the service; id and creation date in a request are ignored', async () => {
    const id = await post({ title: 'Identity', id: 'mine', createdAt: '2001-01-01T00:00:00.000Z' })
    expect(id).toMatch(uuid7)
    const stored = await read('posts', id)
    expect(stored).toMatchObject({ id, author: 'admin' })
    expect(stored.createdAt).not.toBe('2001-01-01T00:00:00.000Z')
  })
})

describe('post-slugs', () => {
  it('are derived from the title and unique; a request for a taken slug is a conflict', async () => {
    const slugs = await Promise.all([post({ title: 'Größe' }), post({ title: 'Größe', slug: '' })]).then(
      (ids) => Promise.all(ids.map(async (id) => (await read('posts', id)).slug)),
    )
    expect(slugs.sort()).toEqual(['grosse', 'grosse-2'])
    expect(await create('posts', { title: 'x', slug: 'grosse' })).toMatchObject({
      status: 409,
      body: { error: 'A post with this slug already exists', code: 'DUPLICATE_SLUG', slug: 'grosse' },
    })
    for (const slug of ['Upper', 'a--b', '-a', 'a'.repeat(201)])
      expect((await create('posts', { title: 'x', slug })).status).toBe(400)
  })
})

describe('partial-updates', () => {
  it('leave absent fields unchanged and clear fields that are null', async () => {
    const id = await post({ title: 'Partial', subtitle: 'sub', tags: ['a'], extra: { a: 1, b: 2 } }, 'text')
    await change('posts', id, { metadata: { subtitle: null, extra: { a: 3 } } })
    const stored = await read('posts', id)
    expect(stored).toMatchObject({
      title: 'Partial',
      slug: 'partial',
      tags: ['a'],
      extra: { a: 3 },
      content: 'text',
    })
    expect(stored).not.toHaveProperty('subtitle', 'sub')
    expect(stored.extra).not.toHaveProperty('b')
    for (const metadata of [{ title: null }, { slug: null }, { status: null }])
      expect((await change('posts', id, { metadata })).status).toBe(400)
    expect(await change('posts', id, { metadata: { title: ' ' } })).toMatchObject({
      status: 400,
      body: { error: 'Title is required' },
    })
    await change('posts', id, { content: null })
    expect((await read('posts', id)).content).toBe('')
  })
})

describe('authors-of-a-post', () => {
  it('list `author` first, and the filter `author` finds a post by any of its authors', async () => {
    const id = await post({ title: 'Of two', authors: ['ada.two', 'ben.two'] })
    expect(await read('posts', id)).toMatchObject({ author: 'ada.two', authors: ['ada.two', 'ben.two'] })
    const found = await one.api.ok('GET', '/api/posts?author=ben.two')
    expect(found.body.data).toHaveLength(1)
    expect((await one.api.ok('GET', '/api/authors?search=ben.two')).body.data).toEqual([
      { name: 'ben.two', count: 1 },
    ])
    for (const authors of [[], ['a', 'A'], [''], 'ada'])
      expect((await change('posts', id, { metadata: { authors } })).status).toBe(400)
    expect((await change('posts', id, { metadata: { author: 'x', authors: ['y'] } })).status).toBe(400)
    await change('posts', id, { metadata: { author: 'cy' } })
    const stored = await read('posts', id)
    expect(stored.author).toBe('cy')
    expect(stored).not.toHaveProperty('authors')
  })
})

describe('languages-of-items', () => {
  it.each(['posts', 'pages'] as const)(
    'of %s are BCP 47 tags; translations name their original',
    async (kind) => {
      const original = String((await create(kind, { title: 'Original' })).body.id)
      const metadata = { title: 'Übersetzung', language: 'de-AT', translationOf: original }
      const { id } = (await create(kind, metadata)).body
      expect(await read(kind, id)).toMatchObject({ language: 'de-AT', translationOf: original })
      for (const wrong of [{ language: 'de_AT' }, { translationOf: 'x' }, { translationOf: id }])
        expect((await change(kind, id, { metadata: wrong })).status).toBe(400)
      await change(kind, id, { metadata: { language: null, translationOf: null } })
      expect(Object.keys(await read(kind, id))).not.toContain('language')
    },
  )
})

describe('post-status', () => {
  it('is draft by default', async () => {
    expect((await read('posts', await post({ title: 'Status' }))).status).toBe('draft')
    expect((await create('posts', { title: 'x', status: 'hidden' })).status).toBe(400)
    expect((await one.api.request('GET', '/api/posts?status=hidden')).status).toBe(400)
  })
})

describe('publication-date', () => {
  const itemOf = async (kind: string, id: unknown) =>
    (await one.api.ok('GET', `/api/${kind}/${id}`)).body.data as Record<string, string>
  const put = (kind: string, id: unknown, metadata: object) =>
    one.api.request('PUT', `/api/${kind}/${id}`, { json: { metadata } })

  it.each(['posts', 'pages'])('of %s is set on first publication and never in the future', async (kind) => {
    const newItem = async (metadata: object) =>
      (await one.api.ok('POST', `/api/${kind}`, { json: { metadata } })).body.id
    const born = await newItem({ title: 'Born published', status: 'published' })
    const { createdAt, publishedAt } = await itemOf(kind, born)
    expect(publishedAt).toBe(createdAt)

    const draft = await newItem({ title: 'Begun as a draft' })
    expect(await itemOf(kind, draft)).not.toHaveProperty('publishedAt')
    await one.api.ok('POST', `/api/bulk/${kind}`, { json: { action: 'publish', ids: [draft] } })
    const first = await itemOf(kind, draft)
    expect(first.publishedAt).toBe(first.updatedAt)
    await put(kind, draft, { status: 'draft' })
    await put(kind, draft, { status: 'published' })
    expect((await itemOf(kind, draft)).publishedAt).toBe(first.publishedAt)

    await put(kind, draft, { publishedAt: '2020-02-03T04:05:06Z' })
    expect((await itemOf(kind, draft)).publishedAt).toBe('2020-02-03T04:05:06.000Z')
    for (const wrong of ['2999-01-01T00:00:00Z', 'yesterday', null])
      expect(await put(kind, draft, { publishedAt: wrong })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'metadata.publishedAt' }] },
      })
    const future = await put(kind, draft, { publishedAt: '2999-01-01T00:00:00Z' })
    expect(JSON.stringify(future.body)).toContain('publishAt')
  })

  it('can be used to sort lists', async () => {
    const dates = ['2001-01-02', '2001-01-03', '2001-01-01'].map((day) => `${day}T00:00:00.000Z`)
    for (const publishedAt of dates)
      await one.api.ok('POST', '/api/posts', {
        json: { metadata: { title: 'Dated', status: 'published', category: 'dated', publishedAt } },
      })
    const listed = async (sort: string) => {
      const { body } = await one.api.ok('GET', `/api/posts?category=dated&sort=${sort}`)
      const items = body.data as unknown as { frontmatter: { publishedAt: string } }[]
      return items.map(({ frontmatter }) => frontmatter.publishedAt)
    }
    expect(await listed('publishedAt')).toEqual([...dates].sort())
    expect(await listed('-publishedAt')).toEqual([...dates].sort().reverse())
    expect(await listed('-createdAt')).toEqual([...dates].reverse())
  })
})

describe('post-lists', () => {
  it('have the newest posts first, ten by default', async () => {
    for (let index = 0; index < 11; index++) await post({ title: `Listed ${index}`, status: 'published' })
    const { body } = await anonymous().request('GET', '/api/posts')
    const titles = (body.data as unknown as { frontmatter: { title: string } }[]).map(
      ({ frontmatter }) => frontmatter.title,
    )
    expect(titles).toEqual(Array.from({ length: 10 }, (_, index) => `Listed ${10 - index}`))
    expect(body).toMatchObject({ limit: 10, offset: 0 })
  })
})

describe('post-list-views', () => {
  it('select properties and shorten content to a summary', async () => {
    await post(
      { title: 'Viewed', status: 'published', category: 'views' },
      '# Head\n\nSome **bold** words and <b>more</b> words',
    )
    const first = async (query: string) =>
      (await anonymous().ok('GET', `/api/posts?category=views&${query}`)).body.data?.[0]
    expect(await first('frontmatterOnly=true&properties=title,nothing')).toEqual({
      frontmatter: { title: 'Viewed' },
    })
    const summary = String((await first('summaryView=true&previewLength=20'))?.content)
    expect(summary).toBe('Head Some bold...')
    expect((await anonymous().request('GET', '/api/posts?summaryView=true&previewLength=0')).status).toBe(400)
  })
})

describe('post-filters', () => {
  it('filter, search and sort posts', async () => {
    const id = await post(
      { title: 'Zebra', tags: ['striped'], category: 'animals', status: 'published' },
      'savannah grass',
    )
    await post({ title: 'Ant', category: 'animals', status: 'published' })
    const ids = async (query: string) =>
      (
        (await one.api.ok('GET', `/api/posts?${query}`)).body.data as unknown as {
          frontmatter: { id: string; title: string }
        }[]
      ).map(({ frontmatter }) => frontmatter)
    expect(await ids('search=savannah')).toMatchObject([{ id }])
    expect(await ids('tag=striped&author=admin')).toMatchObject([{ id }])
    expect(await ids('category=animals&sort=title')).toMatchObject([{ title: 'Ant' }, { title: 'Zebra' }])
    expect((await one.api.request('GET', '/api/posts?sort=colour')).status).toBe(400)
  })

  it('continue after the last received post with a cursor', async () => {
    const first = await one.api.ok('GET', '/api/posts?limit=2')
    const second = await one.api.ok('GET', `/api/posts?limit=2&cursor=${first.body.nextCursor}`)
    const byOffset = await one.api.ok('GET', '/api/posts?limit=2&offset=2')
    expect(second.body.data).toEqual(byOffset.body.data)
  })
})

describe('related-posts', () => {
  it('keep their order, and hide drafts from anonymous clients', async () => {
    const shown = await post({ title: 'Shown', status: 'published' })
    const draft = await post({ title: 'Hidden' })
    const related = [draft, '01a1fdfe-0000-7000-8000-00000000dead', shown]
    const id = await post({ title: 'Relating', status: 'published', relatedPosts: related })
    const ids = (data: unknown) =>
      (data as { relatedPostsData: { id: string }[] }).relatedPostsData.map((item) => item.id)
    expect((await read('posts', id)).relatedPosts).toEqual(related)
    expect(ids(await read('posts', id))).toEqual([draft, shown])
    expect(ids((await anonymous().ok('GET', `/api/posts/${id}`)).body.data)).toEqual([shown])
    expect(
      (await anonymous().ok('GET', `/api/posts/${id}?resolveRelated=false`)).body.data,
    ).not.toHaveProperty('relatedPostsData')
    expect((await change('posts', id, { metadata: { relatedPosts: [id] } })).status).toBe(400)
  })
})

describe('extra-fields', () => {
  it('keep their types, and Markdown is stored byte for byte', async () => {
    const extra = { number: '123', flag: false, list: [1, null], nested: { deep: ['x'] } }
    const content = '  leading\r\n\ttab\u00a0é🙂 \n\n\n'
    const id = await post({ title: 'true', ...extra }, content)
    expect(await read('posts', id)).toMatchObject({ title: 'true', ...extra, content })
  })
})

describe('revisions', () => {
  it('restore title and content, and keep the slug', async () => {
    const id = await post({ title: 'First', slug: 'revised' }, 'one')
    await change('posts', id, { metadata: { title: 'Second', slug: 'renamed' }, content: 'two' })
    const { body } = await one.api.ok('GET', `/api/posts/${id}/revisions`)
    const oldest = (body.data as unknown as { revision: number }[]).at(-1)?.revision
    await one.api.ok('POST', `/api/posts/${id}/revisions/${oldest}/restore`)
    expect(await read('posts', id)).toMatchObject({ title: 'First', slug: 'renamed', content: 'one' })
    expect((await anonymous().request('GET', `/api/posts/${id}/revisions`)).status).toBe(401)
  })
})

describe('bulk-requests', () => {
  it.each([
    ['notes', { action: 'publish', ids: ['x'] }],
    ['posts', { action: 'burn', ids: ['x'] }],
    ['posts', { action: 'publish' }],
    ['posts', { action: 'publish', ids: [] }],
    ['posts', { action: 'publish', ids: [1] }],
    ['posts', { action: 'publish', ids: Array.from({ length: 10_001 }, String) }],
  ])('are refused if they are invalid: case %# for %s', async (kind, json) => {
    expect((await one.api.request('POST', `/api/bulk/${kind}`, { json })).status).toBe(400)
  })
})

describe('bulk-results', () => {
  it('list each distinct id once, in order', async () => {
    const [first, second] = [
      await post({ title: 'Bulk' }),
      await post({ title: 'Bulk', status: 'published' }),
    ]
    const json = { action: 'publish', ids: [first, 'unknown', second, first] }
    const { status, body } = await one.api.request('POST', '/api/bulk/posts', { json })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: false,
      totalItems: 3,
      successCount: 2,
      errorCount: 1,
      message: expect.any(String),
    })
    expect(body.results).toMatchObject([
      { id: first, success: true, result: { id: first, status: 'published' } },
      { id: 'unknown', success: false, error: expect.any(String) },
      { id: second, success: true },
    ])
    expect(body.errors).toEqual([{ id: 'unknown', error: expect.any(String) }])
  })
})
