/** Tests the headers of served files, and that files in use cannot be deleted. */
import { expect, it } from 'vitest'
import { apiClient } from './api.ts'
import { oneSystem } from './one-system.ts'

const one = oneSystem()

async function upload(name: string, type: string, content: string): Promise<{ id: string; url: string }> {
  const form = new FormData()
  form.set('file', new Blob([content], { type }), name)
  return (await one.api.ok('POST', '/api/media/upload', { form })).body.data as unknown as {
    id: string
    url: string
  }
}

it.each([
  ['a.txt', 'text/plain', 'text/plain; charset=utf-8'],
  ['a.md', 'text/markdown', 'text/markdown; charset=utf-8'],
  ['a.csv', 'text/csv', 'text/csv; charset=utf-8'],
])('%s is served as UTF-8', async (name, type, served) => {
  const { url } = await upload(name, type, 'Größe,1\n')
  expect((await apiClient(one.system.apiUrl).ok('GET', url)).headers.get('content-type')).toBe(served)
})

it('an SVG image in use is not deleted, regardless of the syntax and URL of its uses', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>'
  const { id, url } = await upload('drawing.svg', 'image/svg+xml', drawing)
  const contents = [
    `![x](${one.system.siteUrl}${url})`,
    `![x](${one.system.apiUrl}${url})`,
    `a <img src=${url}> b`,
    `<noscript><img src="${url}"></noscript>`,
  ]
  for (const [index, content] of contents.entries())
    await one.api.ok('POST', '/api/posts', {
      json: { metadata: { title: `Post ${index}`, status: 'published' }, content },
    })
  await one.api.generate()
  for (const index of contents.keys()) {
    const page = await apiClient(one.system.siteUrl).ok('GET', `/post/post-${index}/`)
    expect(page.text).toMatch(new RegExp(`<img[^>]*src="[^"]*${url}"`))
  }
  expect((await one.api.ok('GET', `/api/media/${id}/references`)).body.references).toHaveLength(
    contents.length,
  )
  expect((await one.api.request('DELETE', `/api/media/${id}`)).status).toBe(409)
  expect((await one.api.ok('DELETE', `/api/media/${id}?clean=true`)).body).toMatchObject({
    referencesRemoved: contents.length,
  })
})
