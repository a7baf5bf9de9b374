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
  it('draft and normal', async () => {
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
  it('are unique within the type', async () => {
    await page({ title: 'x', slug: 'twice' })
    await page({ title: 'x', slug: 'twice', pageType: 'custom' })
    expect(await create('pages', { title: 'x', slug: 'twice' })).toMatchObject({
      status: 409,
      body: { error: 'A page with this slug already exists', code: 'DUPLICATE_SLUG', slug: 'twice' },
    })
  })
})

describe('page-tree', () => {
  it('accepts chains of custom pages only, and moves children to the grandparent', async () => {
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
  it('have all pages without a limit', async () => {
    const { body } = await one.api.ok('GET', '/api/pages?pageType=custom&frontmatterOnly=true')
    expect(body.limit).toBeNull()
    expect(body.total).toBe((body.data as unknown as unknown[]).length)
  })
})

describe('page-responses', () => {
  it('name the page', async () => {
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
  it('are refused at the top and avoided when derived', async () => {
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
