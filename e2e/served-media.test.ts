/** Files as they are served, and kept as long as the site shows them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, apiClient, loggedIn } from './api.ts'
import { administrator, type SystemProcess, startProcess, temporaryFolder } from './process.ts'

const folder = temporaryFolder()
let system: SystemProcess
let api: Api

beforeAll(async () => {
  system = await startProcess(folder.path)
  api = await loggedIn(system.apiUrl, administrator)
}, 90_000)

afterAll(async () => {
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

async function stored(name: string, type: string, content: string): Promise<{ id: string; url: string }> {
  const form = new FormData()
  form.set('file', new Blob([content], { type }), name)
  return (await api.ok('POST', '/api/media/upload', { form })).body.data as unknown as { id: string; url: string }
}

it.each([
  ['a.txt', 'text/plain', 'text/plain; charset=utf-8'],
  ['a.md', 'text/markdown', 'text/markdown; charset=utf-8'],
  ['a.csv', 'text/csv', 'text/csv; charset=utf-8'],
])('%s is served with one charset', async (name, type, served) => {
  const { url } = await stored(name, type, 'Größe,1\n')
  expect((await apiClient(system.apiUrl).ok('GET', url)).headers.get('content-type')).toBe(served)
})

it('a drawing that the site shows is not deleted, whichever of its own addresses it is shown by', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>'
  const { id, url } = await stored('drawing.svg', 'image/svg+xml', drawing)
  const contents = [
    `![x](${system.siteUrl}${url})`,
    `![x](${system.apiUrl}${url})`,
    `a <img src=${url}> b`,
    `<noscript><img src="${url}"></noscript>`,
  ]
  for (const [index, content] of contents.entries())
    await api.ok('POST', '/api/posts', { json: { metadata: { title: `Post ${index}`, status: 'published' }, content } })
  await api.generate()
  for (const index of contents.keys()) {
    const page = await apiClient(system.siteUrl).ok('GET', `/post/post-${index}/`)
    expect(page.text).toMatch(new RegExp(`<img[^>]*src="[^"]*${url}"`))
  }
  expect((await api.ok('GET', `/api/media/${id}/references`)).body.references).toHaveLength(contents.length)
  expect((await api.request('DELETE', `/api/media/${id}`)).status).toBe(409)
  expect((await api.ok('DELETE', `/api/media/${id}?clean=true`)).body).toMatchObject({ referencesRemoved: contents.length })
})
