import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { s3BlobStore } from './s3.ts'

/** The server's response to every request except HEAD. */
let answer = { status: 200, body: '' }
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const { status, body } = request.method === 'HEAD' ? { status: 200, body: '' } : answer
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  })
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

const store = () => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return s3BlobStore({ endpoint, bucket: 'bucket', accessKey: 'key', secretKey: 'secret' })
}
const upload = () => store().put('a', Buffer.from('a'), { contentType: 'image/png' })
const xml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>inside</Message></Error>`

it.each([
  ['a full disk', 507, xml('XMinioStorageFull')],
  ['an exceeded quota', 403, xml('QuotaExceeded')],
  ['a request to slow down', 503, xml('SlowDown')],
  ['a proxy whose server is down', 502, '<html><body>Bad gateway</body></html>'],
  ['a full disk, without an error document', 507, ''],
])('reports STORAGE_UNAVAILABLE for %s', async (_, status, body) => {
  answer = { status, body }
  await expect(upload()).rejects.toMatchObject({ kind: 'unavailable', code: 'STORAGE_UNAVAILABLE' })
})

it('does not change errors that a retry cannot fix', async () => {
  answer = { status: 403, body: xml('AccessDenied') }
  await expect(upload()).rejects.toMatchObject({ code: 'AccessDenied' })
})

it('warns when the server cannot list incomplete uploads', async () => {
  const warned = once(process, 'warning')
  answer = { status: 405, body: xml('MethodNotAllowed') }
  expect(await store().removeUnfinished(new Date())).toBe(0)
  expect(String((await warned)[0])).toContain('add a lifecycle rule to bucket bucket')
  answer = { status: 403, body: xml('AccessDenied') }
  await expect(store().removeUnfinished(new Date())).rejects.toMatchObject({ code: 'AccessDenied' })
})
