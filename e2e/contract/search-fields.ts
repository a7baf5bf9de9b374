/** docs/contract.md#search-and-social-fields */
import { describe, expect, it } from 'vitest'
import { one } from './one-system.ts'

describe('search-and-social-fields', () => {
  const fields = {
    seoTitle: 'Found',
    metaDescription: 'What searchers read',
    canonicalUrl: 'https://first.example/text',
    noindex: true,
    socialImage: { url: 'https://images.example/a.png', alt: 'A' },
  }

  it.each(['posts', 'pages'])('of %s are stored, checked and cleared', async (kind) => {
    const id = await one.api
      .ok('POST', `/api/${kind}`, { json: { metadata: { title: 'Seen', ...fields } } })
      .then(({ body }) => body.id)
    const read = async () => (await one.api.ok('GET', `/api/${kind}/${id}`)).body.data
    const put = (metadata: object) => one.api.request('PUT', `/api/${kind}/${id}`, { json: { metadata } })
    expect(await read()).toMatchObject(fields)
    for (const [name, wrong] of [
      ['seoTitle', 'x'.repeat(301)],
      ['metaDescription', 5],
      ['canonicalUrl', '/relative'],
      ['canonicalUrl', 'javascript:alert(1)'],
      ['noindex', 'true'],
      ['socialImage', 'a.png'],
    ] as const)
      expect(await put({ [name]: wrong }), name).toMatchObject({
        status: 400,
        body: { details: [{ path: `metadata.${name}` }] },
      })
    expect((await put(Object.fromEntries(Object.keys(fields).map((name) => [name, null])))).status).toBe(200)
    for (const name of Object.keys(fields)) expect(await read()).not.toHaveProperty(name)
  })
})
