import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const send = (method: string, path: string, json?: unknown, token = gateway.admin.token) =>
  gateway.ask(method, path, { token, json })
const upload = (csv: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.set('file', new Blob([csv]), 'redirects.csv')
  return gateway.ask('POST', '/api/redirects/import', { token: gateway.admin.token, body: form })
}

test('a redirect is created, listed, changed and deleted by administrators', async () => {
  const { status, body } = await send('POST', '/api/redirects', { from: '/a', to: '/b', status: 308 })
  expect([status, body.data]).toEqual([
    201,
    {
      id: expect.any(String),
      from: '/a',
      to: '/b',
      status: 308,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ])
  const { id } = body.data as { id: string }
  expect((await send('PUT', `/api/redirects/${id}`, { from: '/c' })).body.data).toMatchObject({
    from: '/c',
    to: '/b',
  })
  expect((await send('GET', '/api/redirects?limit=1')).body).toMatchObject({ total: 1, limit: 1, offset: 0 })
  expect((await send('DELETE', `/api/redirects/${id}`)).status).toBe(200)
  expect((await send('PUT', `/api/redirects/${id}`, {})).status).toBe(404)
  expect((await send('GET', '/api/redirects', undefined, gateway.editor.token)).status).toBe(403)
})

test.each([{ from: 1 }, { from: '/a', to: 5 }, { from: '/a', to: '/b', status: 'x' }, [], {}])(
  'a redirect with the body %j is rejected with 400',
  async (json) => expect((await send('POST', '/api/redirects', json)).status).toBe(400),
)

test.each([
  ['/a,/b\n', 1, []],
  ['\ufefffrom,to,status\r\n"/a, b";x\r\n/c,/d,302\r\n', 2, []],
  ['from\tto\n/a\t/b\n\nb\t/c\n', 1, [4]],
])('reads the CSV %j', async (csv, created, refusedLines) => {
  const { body } = await upload(csv)
  expect(body).toMatchObject({ created })
  expect((body.refused as { line: number }[]).map(({ line }) => line)).toEqual(refusedLines)
})

test('refuses a file that is not CSV, has too many rows or is too large', async () => {
  expect(await upload('"/a,/b')).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } })
  expect((await upload('/a,/b\n'.repeat(10_001))).status).toBe(413)
  expect((await upload(new Uint8Array(5 * 1024 * 1024).fill(97))).status).toBe(413)
})

test('returns the current and former addresses of a post', async () => {
  expect((await send('GET', '/api/posts/p/addresses')).body).toMatchObject({
    current: '/post/p/',
    former: ['/post/old-p/'],
  })
  expect((await send('GET', '/api/media/p/addresses')).status).toBeGreaterThanOrEqual(400)
})
