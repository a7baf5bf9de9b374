import { describe, expect, it } from 'vitest'
import { one } from './one-system.ts'

const create = (kind: 'posts' | 'pages', metadata: object, content = '') =>
  one.api.request('POST', `/api/${kind}`, { json: { metadata, content } })
const change = (kind: 'posts' | 'pages', id: unknown, json: object) =>
  one.api.request('PUT', `/api/${kind}/${id}`, { json })
const read = async (kind: 'posts' | 'pages', id: unknown) =>
  (await one.api.ok('GET', `/api/${kind}/${id}`)).body.data ?? {}
const page = async (metadata: object) => {
  const answer = await create('pages', metadata)
  expect(answer.status).toBe(201)
  return String(answer.body.id)
}

describe('page-defaults', () => {
  it('are the status draft and the type normal', async () => {
    expect(await read('pages', await page({ title: 'Plain' }))).toMatchObject({
      status: 'draft',
      pageType: 'normal',
    })
    expect((await create('pages', { title: 'x', pageType: 'odd' })).status).toBe(400)
    expect(await one.api.request('GET', '/api/pages/none')).toMatchObject({
      status: 404,
      body: { error: 'Page not found' },
    })
  })
})

describe('page-slugs', () => {
  it('are unique among pages of the same type', async () => {
    await page({ title: 'x', slug: 'twice' })
    await page({ title: 'x', slug: 'twice', pageType: 'custom' })
    expect(await create('pages', { title: 'x', slug: 'twice' })).toMatchObject({
      status: 409,
      body: { error: 'A page with this slug already exists', code: 'DUPLICATE_SLUG', slug: 'twice' },
    })
  })
})

describe('page-tree', () => {
  it('accepts only custom pages without cycles; children of a deleted page move to its parent', async () => {
    const custom = (slug: string, parentPage?: string) =>
      page({ title: slug, slug, pageType: 'custom', ...(parentPage && { parentPage }) })
    const root = await custom('root')
    const middle = await custom('middle', root)
    const leaf = await custom('leaf', 'middle')
    expect(await read('pages', middle)).toMatchObject({ parentPage: 'root' })
    expect((await change('pages', root, { metadata: { parentPage: 'leaf' } })).status).toBe(400)
    expect((await change('pages', root, { metadata: { parentPage: 'root' } })).status).toBe(400)
    expect((await change('pages', root, { metadata: { pageType: 'normal' } })).status).toBe(400)
    expect((await create('pages', { title: 'x', parentPage: 'root' })).status).toBe(400)
    expect((await create('pages', { title: 'x', pageType: 'custom', parentPage: 'no-such' })).status).toBe(
      400,
    )
    await change('pages', middle, { metadata: { slug: 'centre' } })
    expect(await read('pages', leaf)).toMatchObject({ parentPage: 'centre' })
    await one.api.ok('DELETE', `/api/pages/${middle}`)
    expect(await read('pages', leaf)).toMatchObject({ parentPage: 'root' })
  })
})

describe('page-lists', () => {
  it('contain all pages if the request has no limit', async () => {
    const { body } = await one.api.ok('GET', '/api/pages?pageType=custom&frontmatterOnly=true')
    expect(body.limit).toBeNull()
    expect(body.total).toBe((body.data as unknown as unknown[]).length)
  })
})

describe('page-responses', () => {
  it('to an update contain the page and its position in the tree', async () => {
    const id = await page({ title: 'Answered' })
    expect((await change('pages', id, { content: 'x' })).body.data).toEqual({
      id,
      title: 'Answered',
      slug: 'answered',
      status: 'draft',
      updatedAt: expect.any(String),
      pageType: 'normal',
      parentPage: null,
    })
  })
})

describe('reserved-page-slugs', () => {
  it('are rejected at the top level and avoided in derived slugs', async () => {
    expect((await create('pages', { title: 'x', slug: 'api', pageType: 'custom' })).status).toBe(400)
    expect(await read('pages', await page({ title: 'Tag', pageType: 'custom' }))).toMatchObject({
      slug: 'tag-2',
    })
    const holder = await page({ title: 'Holder', pageType: 'custom' })
    await page({ title: 'x', slug: 'images', pageType: 'custom', parentPage: holder })
    expect((await one.api.request('DELETE', `/api/pages/${holder}`)).status).toBe(409)
    expect((await one.api.request('GET', `/api/pages/${holder}`)).status).toBe(200)
  })
})

const importItems = (items: object[], more: object = {}) =>
  one.api.ok('POST', '/api/import/items', { json: { items, ...more } })
const statusesOf = ({ body }: { readonly body: object }) =>
  (body as { results: { result?: { status: string }; code?: string }[] }).results.map(
    ({ result, code }) => result?.status ?? code,
  )

describe('import', () => {
  it('keeps ids, dates, authors and source keys, and changes nothing when repeated', async () => {
    const id = '01900000-0000-7000-8000-00000000abcd'
    const dates = { createdAt: '2001-01-01T00:00:00.000Z', updatedAt: '2002-01-01T00:00:00.000Z' }
    const metadata = { title: 'Old', slug: 'old', status: 'published', sourceKey: 'wp/1', id, ...dates }
    const items = [
      { type: 'post', metadata: { ...metadata, author: 'grace', aliases: ['/2001/old/'] }, content: 'Body' },
      {
        type: 'page',
        metadata: { title: 'Top', slug: 'imported-top', pageType: 'custom', sourceKey: 'wp/2' },
      },
      {
        type: 'page',
        metadata: { title: 'Below', pageType: 'custom', parentPage: 'imported-top', sourceKey: 'wp/3' },
      },
      { type: 'post', metadata: { title: '', sourceKey: 'wp/4' } },
    ]
    const first = await importItems(items)
    expect(statusesOf(first)).toEqual(['created', 'created', 'created', 'VALIDATION_ERROR'])
    expect(first.body).toMatchObject({ success: false, created: 3, errorCount: 1, totalItems: 4 })
    const post = await read('posts', id)
    expect(post).toMatchObject({
      ...metadata,
      author: 'grace',
      publishedAt: dates.createdAt,
      aliases: ['/2001/old/'],
    })
    for (const onExisting of ['skip', 'replace']) {
      const again = await importItems(items.slice(0, 3), { onExisting })
      expect(again.body).toMatchObject({ success: true, unchanged: 3, created: 0, replaced: 0 })
    }
    expect(await read('posts', id)).toMatchObject(post)
    expect(statusesOf(await importItems(items.slice(0, 1), { onExisting: 'fail' }))).toEqual(['ITEM_EXISTS'])
    const changed = { type: 'post', metadata: { title: 'New', sourceKey: 'wp/1' }, onExisting: 'replace' }
    expect(statusesOf(await importItems([changed]))).toEqual(['replaced'])
    const replaced = await read('posts', id)
    expect(replaced).toMatchObject({ title: 'New', slug: 'old', author: 'grace', createdAt: dates.createdAt })
    expect(replaced).not.toHaveProperty('aliases')
    expect(await create('posts', { title: 'Other', sourceKey: 'wp/1' })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_SOURCE_KEY' },
    })
  })
})

describe('export', () => {
  it('returns each item once, in the format of an import', async () => {
    await importItems([{ type: 'post', metadata: { title: 'Out', sourceKey: 'out' }, content: 'a\r\nb' }])
    const all: { type: string; metadata: Record<string, unknown>; content: string }[] = []
    for (let cursor: unknown = ''; cursor !== null; ) {
      const { body } = await one.api.ok('GET', `/api/export/items?limit=2&cursor=${cursor}`)
      all.push(...(body.data as unknown as typeof all))
      cursor = body.nextCursor
    }
    const ids = all.map(({ metadata }) => metadata.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(all.findLastIndex(({ type }) => type === 'page')).toBeLessThan(
      all.findIndex(({ type }) => type === 'post'),
    )
    expect(all.find(({ metadata }) => metadata.sourceKey === 'out')).toMatchObject({ content: 'a\r\nb' })
    for (const onExisting of ['skip', 'replace'])
      expect((await importItems(all, { onExisting })).body).toMatchObject({ unchanged: all.length })
  })
})
