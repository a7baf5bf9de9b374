/** Tests of docs/contract.md, "Media" and "Menu". */
import { describe, expect, it } from 'vitest'
import { apiClient } from '../api.ts'
import { squarePng } from '../scenarios/png.ts'
import { one } from './one-system.ts'

const anonymous = () => apiClient(one.system.apiUrl)

interface Upload {
  readonly name?: string
  readonly type?: string
  readonly bytes?: Buffer | string
  readonly fields?: Readonly<Record<string, string>>
}

function upload({ name = 'dot.png', type = 'image/png', bytes = squarePng(4), fields = {} }: Upload = {}) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))], { type }), name)
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return one.api.request('POST', '/api/media/upload', { form })
}

const uploaded = async (options?: Upload) => {
  const answer = await upload(options)
  expect(answer.status).toBe(201)
  return answer.body.data as { id: string; url: string; filename: string; path: string; size: number }
}
const newPost = async (metadata: object, content = '') =>
  String(
    (await one.api.ok('POST', '/api/posts', { json: { metadata: { title: 'x', ...metadata }, content } }))
      .body.id,
  )
const contentOf = async (id: string) => (await one.api.ok('GET', `/api/posts/${id}`)).body.data

describe('media-types', () => {
  it('require that MIME type, extension and bytes match, and limit the size', async () => {
    expect(await uploaded()).toMatchObject({ size: squarePng(4).length, type: 'image' })
    expect(await uploaded({ name: 'a.txt', type: 'text/plain', bytes: 'text' })).toMatchObject({
      type: 'document',
    })
    const wrong = [{ name: 'a.exe' }, { name: 'a.jpg' }, { bytes: 'no picture' }]
    for (const options of wrong)
      expect(await upload(options)).toMatchObject({ status: 415, body: { error: 'Unsupported file type' } })
    expect((await upload({ bytes: '' })).status).toBe(400)
    expect(await upload({ name: 'a.txt', type: 'text/plain', bytes: 'x'.repeat(200_001) })).toMatchObject({
      status: 413,
      body: { error: 'File too large' },
    })
  })
})

describe('media-uploads', () => {
  const send = (bytes: Buffer, query = '', headers = {}, api = one.api) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'dot.png')
    return api.request('POST', `/api/media/upload${query}`, { form, headers })
  }

  it('with the same idempotency key store one file, and are rejected if the bytes differ', async () => {
    const key = { 'idempotency-key': 'upload-1' }
    const all = await Promise.all([1, 2, 3].map(() => send(squarePng(5), '', key)))
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201])
    const ids = new Set(all.map(({ body }) => body.data?.id))
    expect(ids.size).toBe(1)
    expect(all.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(2)
    expect(await send(squarePng(6), '', key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
    await one.api.ok('DELETE', `/api/media/${[...ids][0]}`)
    expect((await send(squarePng(5), '', key)).body.data?.id).not.toBe([...ids][0])
  })

  it('of administrators may set id and creation date', async () => {
    const id = '01900000-0000-7000-8000-0000000000aa'
    const query = `?id=${id}&createdAt=2020-01-01T00:00:00Z`
    expect((await send(squarePng(4), query)).body.data).toMatchObject({
      id,
      url: `/images/dot-${id.replaceAll('-', '')}.png`,
    })
    expect(await send(squarePng(4), query)).toMatchObject({ status: 409, body: { code: 'DUPLICATE_ID' } })
    expect((await one.api.ok('GET', `/api/media/${id}`)).body.data).toMatchObject({
      createdAt: '2020-01-01T00:00:00.000Z',
    })
    await one.api.ok('DELETE', `/api/media/${id}`)
    expect((await send(squarePng(4), query)).body.data?.id).not.toBe(id)
  })
})

describe('svg-images', () => {
  it('are stored without active content', async () => {
    const bytes =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="x()"><script>x()</script><path d="M0 0h1"/></svg>'
    const { url } = await uploaded({ name: 'a.svg', type: 'image/svg+xml', bytes })
    const { text } = await anonymous().ok('GET', url)
    expect(text).toContain('<path')
    expect(text).not.toMatch(/script|onload/)
  })
})

describe('served-media', () => {
  it('is public, immutable and never executed by browsers', async () => {
    const { url, path } = await uploaded()
    expect(`/${path}`).toBe(url)
    const answer = await anonymous().request('GET', url)
    expect(answer.headers.get('cache-control')).toMatch(/immutable/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBeTruthy()
    const part = await anonymous().request('GET', url, { headers: { range: 'bytes=1-3' } })
    expect(part).toMatchObject({ status: 206, text: 'PNG' })
    const document = await uploaded({ name: 'a.txt', type: 'text/plain', bytes: 'text' })
    expect((await anonymous().ok('GET', document.url)).headers.get('content-disposition')).toMatch(
      /^attachment/,
    )
  })
})

describe('media-dimensions', () => {
  it('are measured, or set as positive integers', async () => {
    expect(await uploaded()).toMatchObject({ width: 4, height: 4 })
    expect(await uploaded({ fields: { width: '8', height: '6' } })).toMatchObject({ width: 8, height: 6 })
    expect((await upload({ fields: { width: '-1' } })).status).toBe(400)
  })
})

describe('media-names', () => {
  it('are safe and unique; the original name is stored separately', async () => {
    const name = 'Mein Büro (1).PNG'
    const [first, second] = [await uploaded({ name }), await uploaded({ name })]
    expect(first).toMatchObject({ originalFilename: name })
    expect(first.filename).toMatch(/^mein-buro-1-[a-z0-9-]+\.png$/)
    expect(first.filename).not.toBe(second.filename)
  })
})

describe('media-lists', () => {
  it('contain only images by default, newest first', async () => {
    const { id } = await uploaded({ name: 'newest.png' })
    expect((await one.api.ok('GET', '/api/media?limit=1')).body.data?.[0]).toMatchObject({
      id,
      type: 'image',
    })
    const documents = (await one.api.ok('GET', '/api/media?type=document')).body.data as unknown as {
      type: string
    }[]
    expect(new Set(documents.map(({ type }) => type))).toEqual(new Set(['document']))
    expect((await one.api.ok('GET', '/api/media?type=all&search=newest')).body.total).toBe(1)
    expect((await one.api.request('GET', '/api/media?type=film')).status).toBe(400)
  })
})

describe('media-updates', () => {
  it('change only the fields that are sent', async () => {
    const { id } = await uploaded({ fields: { alt: 'before', caption: 'caption' } })
    const { body } = await one.api.ok('PUT', `/api/media/${id}`, { json: { alt: 'after' } })
    expect(body.data).toMatchObject({ id, alt: 'after', caption: 'caption' })
  })
})

describe('media-references', () => {
  it('are up to date, with one entry per item and kind of use', async () => {
    const { id, url } = await uploaded()
    const using = await newPost(
      { featuredImage: { id, url, alt: '' } },
      `![a](${url}) and <img src="${url}">`,
    )
    await newPost({}, `[a link](${url}) \`![code](${url})\``)
    const { body } = await one.api.ok('GET', `/api/media/${id}/references`)
    expect(body).toMatchObject({ referenced: true, file: { id, url } })
    const uses = (body.references as { id: string; referenceType: string }[]).map((use) => [
      use.id,
      use.referenceType,
    ])
    expect(uses.sort()).toEqual([
      [using, 'embedded'],
      [using, 'featuredImage'],
    ])
    const detailed = await one.api.ok('GET', `/api/media/${id}?checkReferences=true&includeDetails=true`)
    expect(detailed.body.references).toContainEqual(expect.objectContaining({ slug: 'x', status: 'draft' }))
    expect(await one.api.request('GET', '/api/media/none/references')).toMatchObject({
      status: 404,
      body: { error: 'File not found' },
    })
  })
})

describe('deleting-media', () => {
  it('is rejected for files in use; `clean` also removes their uses, `force` does not', async () => {
    const used = await uploaded()
    const post = await newPost({}, `before\n\n![a](${used.url})\n\nafter`)
    expect(await one.api.request('DELETE', `/api/media/${used.id}`)).toMatchObject({
      status: 409,
      body: { code: 'MEDIA_IN_USE', referencesFound: 1 },
    })
    const cleaned = await one.api.ok('DELETE', `/api/media/${used.id}?clean=true`)
    expect(cleaned.body).toMatchObject({ referencesFound: 1, referencesRemoved: 1 })
    const content = String((await contentOf(post))?.content)
    expect(content).not.toContain(used.url)
    expect(content).toMatch(/^before\n[\s\S]*after$/)
    const forced = await uploaded()
    const other = await newPost({}, `![a](${forced.url})`)
    await one.api.ok('DELETE', `/api/media/${forced.id}?force=true`)
    expect((await contentOf(other))?.content).toBe(`![a](${forced.url})`)
  })
})

describe('propagating-metadata', () => {
  it('changes only matching texts, and escapes them for Markdown or HTML', async () => {
    const { id, url } = await uploaded()
    const figure = `<figure><img src="${url}" alt="old"><figcaption>old</figcaption></figure>`
    const post = await newPost({}, `![old](${url} "title") ![other](${url})\n\n${figure}`)
    const json = { oldAlt: 'old', newAlt: 'a "new" ]', oldCaption: 'old', newCaption: 'a < b' }
    const { body } = await one.api.ok('POST', `/api/media/${id}/propagate-metadata`, { json })
    expect(body).toMatchObject({
      updatedCount: 1,
      altUpdates: 2,
      captionUpdates: 1,
      message: expect.any(String),
    })
    const content = String((await contentOf(post))?.content)
    expect(content).toContain('![a "new" \\]]')
    expect(content).toContain(`![other](${url})`)
    expect(content).toContain('<figcaption>a &lt; b</figcaption>')
    expect(content).toContain('"title"')
  })
})

const menu = async () =>
  (await anonymous().ok('GET', '/api/menu')).body.data as unknown as {
    id: string
    order: number
    parent: string | null
  }[]
const addItem = (item: object) => one.api.request('POST', '/api/menu', { json: item })

describe('menu-items', () => {
  it('are validated when created or changed', async () => {
    expect((await addItem({ id: 'home', title: 'Home', url: '/' })).status).toBe(201)
    expect((await addItem({ title: 'Mail', url: 'mailto:a@example.org' })).status).toBe(201)
    expect(await addItem({ id: 'home', title: 'x', url: '/' })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_ID' },
    })
    const wrong = [
      { url: '/' },
      { title: 'x' },
      { title: 'x', url: '//host' },
      { title: 'x', url: 'javascript:1' },
    ]
    for (const item of [
      ...wrong,
      { title: 'x', url: '/', target: '_top' },
      { title: 'x', url: '/', parent: 'none' },
    ])
      expect((await addItem(item)).status).toBe(400)
    expect(await one.api.request('PUT', '/api/menu/none', { json: { title: 'x' } })).toMatchObject({
      status: 404,
      body: { error: 'Menu item not found' },
    })
  })
})

describe('menu-order', () => {
  it('numbers the items from one, without gaps', async () => {
    const items = ['a', 'b', 'c'].map((id) => ({
      id,
      title: id,
      url: `/${id}`,
      parent: id === 'c' ? 'a' : null,
    }))
    await one.api.ok('PUT', '/api/menu', { json: items })
    expect((await menu()).map(({ id, order }) => [id, order])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
    expect(
      (await one.api.request('PUT', '/api/menu/reorder', { json: { orderedIds: ['c', 'b'] } })).status,
    ).toBe(400)
    await one.api.ok('PUT', '/api/menu/reorder', { json: { orderedIds: ['c', 'b', 'a'] } })
    expect((await menu()).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(
      (await one.api.request('PUT', '/api/menu', { json: [...items, { title: 'no url' }] })).status,
    ).toBe(400)
    await one.api.ok('DELETE', '/api/menu/a')
    expect(await menu()).toMatchObject([{ id: 'c', parent: null }, { id: 'b' }])
  })
})
