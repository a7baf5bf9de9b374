import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())
const limit = 64 * 1024
const form = (
  field: string,
  name: string,
  type: string,
  bytes: string | Buffer,
  fields: Record<string, string> = {},
) => {
  const formData = new FormData()
  formData.set(field, new Blob([new Uint8Array(Buffer.from(bytes))], { type }), name)
  for (const [key, value] of Object.entries(fields)) formData.set(key, value)
  return formData
}

const upload = (body: FormData, path = '/api/media/upload') =>
  gateway.ask('POST', path, { token: gateway.editor.token, body })
const stored = async (name: string, type: string, bytes: string | Buffer) =>
  (await upload(form('file', name, type, bytes))).body.data as Record<string, string>
describe('media upload', () => {
  test('returns 201 with the file, and accepts form fields after the file', async () => {
    const answer = await upload(
      form('file', 'A photo.png', 'image/png', 'bytes', {
        alt: 'Alt',
        caption: 'Caption',
        width: '640',
        height: '',
      }),
    )
    expect(answer.status).toBe(201)
    const data = answer.body.data as Record<string, unknown>
    expect(data).toMatchObject({
      originalFilename: 'A photo.png',
      size: 5,
      type: 'image',
      alt: 'Alt',
      caption: 'Caption',
      width: 640,
    })
    expect(data.path).toBe(String(data.url).slice(1))
    expect(data).not.toHaveProperty('height')
  })

  test('a UTF-8 name is returned unchanged', async () => {
    expect((await stored('Grüße 日本.png', 'image/png', 'x')).originalFilename).toBe('Grüße 日本.png')
  })

  test('a request without the file is 400 "No file uploaded"', async () => {
    const other = new FormData()
    other.set('alt', 'nothing else')
    expect((await upload(other)).body).toMatchObject({ error: 'No file uploaded', success: false })
    expect((await upload(form('other', 'x.png', 'image/png', 'x'))).status).toBe(400)
  })

  test('a body that is not a form is 415', async () => {
    expect(
      (await gateway.ask('POST', '/api/media/upload', { token: gateway.editor.token, json: {} })).status,
    ).toBe(415)
    expect((await gateway.ask('POST', '/api/media/upload', { token: gateway.editor.token })).status).toBe(415)
  })

  test.each([
    ['width', '0'],
    ['height', '-3'],
    ['width', '1.5'],
    ['height', 'tall'],
    ['width', '2147483648'],
  ])('%s=%s is 400 and nothing is stored', async (name, value) => {
    const before = gateway.services.media.interruptedUploads()
    const answer = await upload(form('file', 'w.png', 'image/png', 'x', { [name]: value }))
    expect(answer.status).toBe(400)
    expect(answer.body.details?.[0]?.path).toBe(name)
    expect(gateway.services.media.interruptedUploads()).toBe(before + 1)
  })

  test('any positive number of pixels that can be stored is accepted', async () => {
    const answer = await upload(
      form('file', 'w.png', 'image/png', 'x', { width: '2147483647', height: '10000000' }),
    )
    expect(answer.body.data).toMatchObject({ width: 2_147_483_647, height: 10_000_000 })
  })

  test('the limit counts received bytes, and a file beyond the limit is not stored', async () => {
    expect((await upload(form('file', 'fits.txt', 'text/plain', Buffer.alloc(limit)))).status).toBe(201)
    const before = gateway.services.media.interruptedUploads()
    const answer = await upload(form('file', 'large.txt', 'text/plain', Buffer.alloc(limit + 1)))
    expect(answer.status).toBe(413)
    expect(answer.body).toMatchObject({ error: 'File too large', code: 'FILE_TOO_LARGE' })
    expect(gateway.services.media.interruptedUploads()).toBe(before + 1)
  })

  test('a client that sends far more than the limit still receives the response', async () => {
    expect((await upload(form('file', 'huge.txt', 'text/plain', Buffer.alloc(8 * 1024 * 1024)))).status).toBe(
      413,
    )
    expect(
      (await upload(form('unwanted', 'huge.txt', 'text/plain', Buffer.alloc(8 * 1024 * 1024)))).status,
    ).toBe(413)
  })

  test('an early rejection by the service is returned', async () => {
    const answer = await upload(form('file', 'page.html', 'text/html', Buffer.alloc(limit)))
    expect(answer.status).toBe(415)
    expect(answer.body.error).toBe('Unsupported file type')
  })

  test('too many parts and too long a field are 400', async () => {
    const many = form('file', 'x.png', 'image/png', 'x')
    for (let n = 0; n < 12; n++) many.append(`field${n}`, 'x')
    expect((await upload(many)).status).toBe(400)
    expect((await upload(form('file', 'x.png', 'image/png', 'x', { alt: 'x'.repeat(70_000) }))).status).toBe(
      400,
    )
  })

  test('a field in an unknown charset is 400', async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes\r\n' +
      '--x\r\nContent-Disposition: form-data; name="alt"\r\nContent-Type: text/plain; charset=utf-7\r\n\r\nAlt\r\n--x--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await gateway.ask('POST', '/api/media/upload', {
      token: gateway.editor.token,
      body,
      headers,
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'MALFORMED_BODY',
      error: 'The field alt has an unknown charset',
    })
  })

  test('nothing is stored when the client disconnects', async () => {
    const before = gateway.services.media.interruptedUploads()
    await new Promise<void>((resolve) => {
      const boundary = 'b0undary'
      const headers = {
        authorization: `Bearer ${gateway.editor.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      }
      const outgoing = request({
        port: gateway.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/media/upload',
        headers,
      })
      outgoing.on('error', () => resolve())
      outgoing.write(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nsome bytes`,
      )
      setTimeout(() => outgoing.destroy(new Error('gone')), 50)
    })
    await expect.poll(() => gateway.services.media.interruptedUploads()).toBe(before + 1)
  })
})

describe('media items', () => {
  test('a list has total, limit and offset; a file has modifiedAt', async () => {
    const file = await stored('listed.png', 'image/png', 'x')
    const { body } = await gateway.ask('GET', '/api/media?limit=1', { token: gateway.editor.token })
    expect(body).toMatchObject({ limit: 1, offset: 0 })
    expect((body.data as Record<string, unknown>[])[0]).toMatchObject({
      id: file.id,
      modifiedAt: expect.any(String),
    })
    expect((await gateway.ask('GET', '/api/media?type=video', { token: gateway.editor.token })).status).toBe(
      400,
    )
  })

  test('a file in use is not deleted, and its references are listed', async () => {
    const { id = '' } = await stored('used.png', 'image/png', 'x')
    const use = {
      id: 'p',
      title: 'Post',
      type: 'post',
      referenceType: 'embedded',
      slug: 'post',
      status: 'draft',
    }
    gateway.services.media.references.set(id, [use])
    const ask = (method: string, query = '') =>
      gateway.ask(method, `/api/media/${id}${query}`, { token: gateway.editor.token })
    const answer = await ask('DELETE')
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'MEDIA_IN_USE', referencesFound: 1, references: [use] })
    const { slug: _slug, status: _status, ...plain } = use
    expect((await ask('GET', '?checkReferences=true')).body).toMatchObject({
      referenced: true,
      references: [plain],
    })
    expect((await ask('GET', '?checkReferences=true&includeDetails=true')).body.references).toEqual([use])
    expect((await ask('GET')).body).not.toHaveProperty('references')
    expect((await ask('GET', '/references')).body).toMatchObject({ referenced: true, file: { id } })
    expect((await ask('DELETE', '?clean=true')).body).toEqual({
      success: true,
      referencesFound: 1,
      referencesRemoved: 1,
    })
  })

  test('alt and caption are texts of at most 10,000 characters', async () => {
    const { id } = await stored('alt.png', 'image/png', 'x')
    const put = (json: unknown) =>
      gateway.ask('PUT', `/api/media/${id}`, { token: gateway.editor.token, json })
    expect((await put({ alt: 5 })).status).toBe(400)
    for (const field of ['alt', 'caption']) {
      const answer = await put({ [field]: 'a'.repeat(10_001) })
      expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, field])
      expect((await put({ [field]: 'a'.repeat(10_000) })).status).toBe(200)
      expect((await put({ [field]: '' })).status).toBe(200)
    }
    expect((await put({ alt: 'new' })).body.data).toMatchObject({ id, alt: 'new', caption: '' })
    const propagate = await gateway.ask('POST', `/api/media/${id}/propagate-metadata`, {
      token: gateway.editor.token,
      json: { newAlt: 'x' },
    })
    expect(propagate.body).toMatchObject({
      success: true,
      updatedCount: 0,
      altUpdates: 0,
      captionUpdates: 0,
      message: 'Updated 0 items',
    })
  })
})
