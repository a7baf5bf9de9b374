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
  const made = new FormData()
  made.set(field, new Blob([new Uint8Array(Buffer.from(bytes))], { type }), name)
  for (const [key, value] of Object.entries(fields)) made.set(key, value)
  return made
}
const upload = (body: FormData, path = '/api/media/upload') =>
  gateway.ask('POST', path, { token: gateway.editor.token, body })
const stored = async (name: string, type: string, bytes: string | Buffer) =>
  (await upload(form('file', name, type, bytes))).body.data as Record<string, string>

describe('media upload', () => {
  test('answers 201 with the file; fields may follow it', async () => {
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

  test('a name in UTF-8 comes back as it was', async () => {
    expect((await stored('Grüße 日本.png', 'image/png', 'x')).originalFilename).toBe('Grüße 日本.png')
  })

  test('without the file it is 400 "No file uploaded"', async () => {
    const other = new FormData()
    other.set('alt', 'nothing else')
    expect((await upload(other)).body).toMatchObject({ error: 'No file uploaded', success: false })
    expect((await upload(form('other', 'x.png', 'image/png', 'x'))).status).toBe(400)
  })

  test('a body that is no form is 415', async () => {
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
  ])('%s=%s is 400 and nothing is kept', async (name, value) => {
    const before = gateway.services.media.brokenOff()
    const answer = await upload(form('file', 'w.png', 'image/png', 'x', { [name]: value }))
    expect(answer.status).toBe(400)
    expect(answer.body.details?.[0]?.path).toBe(name)
    expect(gateway.services.media.brokenOff()).toBe(before + 1)
  })

  test('any positive number of pixels that can be kept is taken', async () => {
    const answer = await upload(
      form('file', 'w.png', 'image/png', 'x', { width: '2147483647', height: '10000000' }),
    )
    expect(answer.body.data).toMatchObject({ width: 2_147_483_647, height: 10_000_000 })
  })

  test('the limit counts real bytes and nothing is kept', async () => {
    expect((await upload(form('file', 'fits.txt', 'text/plain', Buffer.alloc(limit)))).status).toBe(201)
    const before = gateway.services.media.brokenOff()
    const answer = await upload(form('file', 'large.txt', 'text/plain', Buffer.alloc(limit + 1)))
    expect(answer.status).toBe(413)
    expect(answer.body).toMatchObject({ error: 'File too large', code: 'FILE_TOO_LARGE' })
    expect(gateway.services.media.brokenOff()).toBe(before + 1)
  })

  test('far over the limit the answer still arrives', async () => {
    expect((await upload(form('file', 'huge.txt', 'text/plain', Buffer.alloc(8 * 1024 * 1024)))).status).toBe(
      413,
    )
    expect(
      (await upload(form('unwanted', 'huge.txt', 'text/plain', Buffer.alloc(8 * 1024 * 1024)))).status,
    ).toBe(413)
  })

  test('what the service refuses early is answered, and the connection goes on', async () => {
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

  test('a field in a charset that nobody knows is 400', async () => {
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

  test('a client that vanishes leaves nothing', async () => {
    const before = gateway.services.media.brokenOff()
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
    await expect.poll(() => gateway.services.media.brokenOff()).toBe(before + 1)
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

  test('a used file is kept, with what uses it', async () => {
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

  test('alt and caption are text', async () => {
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

describe('serving files', () => {
  const text = 'abcdefghijklmnopqrstuvwxyz 0123456789'

  test('bytes come publicly, with long caching and nothing that runs', async () => {
    const { url = '' } = await stored('served.png', 'image/png', text)
    const answer = await gateway.ask('GET', url)
    expect([answer.status, answer.text]).toEqual([200, text])
    expect(answer.headers.get('content-length')).toBe(String(text.length))
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(answer.headers.get('content-disposition')).toBeNull()
    const head = await gateway.ask('HEAD', url)
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
      200,
      String(text.length),
      0,
    ])
  })

  test.each([
    ['bytes=2-5', 206, 'cdef', `bytes 2-5/${text.length}`],
    ['bytes=30-', 206, text.slice(30), `bytes 30-36/${text.length}`],
    ['bytes=-3', 206, '789', `bytes 34-36/${text.length}`],
    ['bytes=0-999', 206, text, `bytes 0-36/${text.length}`],
    ['bytes=0-1,3-4', 200, text, null],
    ['bytes=5-2', 200, text, null],
    ['lines=1-2', 200, text, null],
  ])('Range %s is %i', async (range, status, body, contentRange) => {
    const { url = '' } = await stored('range.png', 'image/png', text)
    const answer = await gateway.ask('GET', url, { headers: { range } })
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ])
  })

  test('a range outside is 416; If-Range with another tag gives the whole', async () => {
    const { url = '' } = await stored('range.png', 'image/png', text)
    const outside = await gateway.ask('GET', url, { headers: { range: 'bytes=99-' } })
    expect([outside.status, outside.body.code, outside.headers.get('content-range')]).toEqual([
      416,
      'RANGE_NOT_SATISFIABLE',
      `bytes */${text.length}`,
    ])
    const tag = (await gateway.ask('GET', url)).headers.get('etag') ?? ''
    expect((await gateway.ask('GET', url, { headers: { range: 'bytes=0-1', 'if-range': tag } })).status).toBe(
      206,
    )
    expect(
      (await gateway.ask('GET', url, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).text,
    ).toBe(text)
  })

  test('If-None-Match answers 304', async () => {
    const { url = '' } = await stored('tag.png', 'image/png', text)
    const tag = (await gateway.ask('GET', url)).headers.get('etag') ?? ''
    expect((await gateway.ask('GET', url, { headers: { 'if-none-match': tag } })).status).toBe(304)
    expect((await gateway.ask('GET', url, { headers: { 'if-none-match': '"other"' } })).text).toBe(text)
  })

  test('documents are attachments under their own name, a PDF is shown', async () => {
    const document = await stored("Größe '1' 50%.txt", 'text/plain', text)
    const answer = await gateway.ask('GET', document.url ?? '')
    // As the owner of the file names it, with nothing put behind.
    expect(answer.headers.get('content-type')).toBe('text/plain')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e '1' 50_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%271%27%2050%25.txt`,
    )
    const pdf = await gateway.ask('GET', (await stored('a.pdf', 'application/pdf', text)).url ?? '')
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline;/)
    expect(pdf.headers.get('content-security-policy')).toContain("script-src 'none'")
  })

  test('an unknown file is 404', async () => {
    expect((await gateway.ask('GET', '/images/none.png')).status).toBe(404)
    expect((await gateway.ask('GET', '/images/..%2f..%2fetc%2fpasswd')).status).toBe(404)
  })
})

describe('theme upload', () => {
  const themeUpload = (bytes: string) =>
    upload(form('theme', 'x.zip', 'application/zip', bytes), '/api/themes/upload')

  test('installs with 201, updates with 200', async () => {
    const answer = await themeUpload('zip fresh 1.0.0')
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { name: 'fresh', info: { version: '1.0.0' } },
    ])
    expect((await themeUpload('zip fresh 1.1.0')).status).toBe(200)
  })

  test('warnings stand beside the theme, none as an empty list', async () => {
    expect((await themeUpload('zip warned 1.0.0')).body.warnings).toEqual([
      { file: 'templates/post.html', line: 2, message: 'there is no value post.titel', hint: null },
    ])
    expect((await themeUpload('zip unwarned 1.0.0')).body.warnings).toEqual([])
  })

  test('a refused package lists its faults as texts', async () => {
    const answer = await themeUpload('no package')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      error: 'Theme validation failed',
      validationErrors: ['theme.json is missing', 'assets: no folder of this name'],
    })
    expect(answer.body.message).toBeTypeOf('string')
    expect(answer.body).not.toHaveProperty('details')
  })

  test('what it replaced comes back by one call; without any it is 409', async () => {
    await themeUpload('zip turning 1.0.0')
    const back = () => gateway.ask('POST', '/api/themes/rollback/turning', { token: gateway.editor.token })
    expect(await back()).toMatchObject({ status: 409, body: { code: 'NO_PREVIOUS_VERSION' } })
    await themeUpload('zip turning 1.1.0')
    expect((await back()).body).toMatchObject({
      data: { name: 'turning', info: { version: '1.0.0' } },
      message: 'Theme turning is version 1.0.0 again',
    })
    expect(
      (await gateway.ask('GET', '/api/themes/turning', { token: gateway.editor.token })).body.data,
    ).toMatchObject({
      previousVersion: '1.1.0',
    })
    expect((await gateway.ask('POST', '/api/themes/rollback/turning')).status).toBe(401)
  })

  test('without the file it is 400 "No file uploaded"', async () => {
    expect(
      (await upload(form('file', 'x.zip', 'application/zip', 'x'), '/api/themes/upload')).body.error,
    ).toBe('No file uploaded')
  })

  test('a switch takes the path name; another body is 400', async () => {
    const post = (json?: unknown) =>
      gateway.ask('POST', '/api/themes/switch/paper', { token: gateway.editor.token, json })
    for (const json of ['default', { name: 'paper' }]) expect((await post(json)).status).toBe(400)
    expect((await post()).body.data).toMatchObject({ name: 'paper' })
    expect((await post('paper')).status).toBe(200)
    expect(
      (await gateway.ask('DELETE', '/api/themes/paper', { token: gateway.editor.token })).body.error,
    ).toContain('Cannot delete the active theme')
  })
})
