import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())
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
describe('serving files', () => {
  const text = 'abcdefghijklmnopqrstuvwxyz 0123456789'

  test('files are public, cacheable for long, and never executable', async () => {
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

  test('a range outside the file is 416; If-Range with another ETag returns the whole file', async () => {
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

  test('If-None-Match returns 304', async () => {
    const { url = '' } = await stored('tag.png', 'image/png', text)
    const tag = (await gateway.ask('GET', url)).headers.get('etag') ?? ''
    expect((await gateway.ask('GET', url, { headers: { 'if-none-match': tag } })).status).toBe(304)
    expect((await gateway.ask('GET', url, { headers: { 'if-none-match': '"other"' } })).text).toBe(text)
  })

  test('documents are attachments with their original name, and a PDF is shown inline', async () => {
    const document = await stored("Größe '1' 50%.txt", 'text/plain', text)
    const answer = await gateway.ask('GET', document.url ?? '')
    // The media type is sent as stored, without a charset.
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

  test('returns 201 for an installation, 200 for an update', async () => {
    const answer = await themeUpload('zip fresh 1.0.0')
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { name: 'fresh', info: { version: '1.0.0' } },
    ])
    expect((await themeUpload('zip fresh 1.1.0')).status).toBe(200)
  })

  test('lists the warnings of the theme, or an empty list', async () => {
    expect((await themeUpload('zip warned 1.0.0')).body.warnings).toEqual([
      { file: 'templates/post.html', line: 2, message: 'there is no value post.titel', hint: null },
    ])
    expect((await themeUpload('zip unwarned 1.0.0')).body.warnings).toEqual([])
  })

  test('a rejected package lists its errors as texts', async () => {
    const answer = await themeUpload('no package')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      error: 'Theme validation failed',
      validationErrors: ['theme.json is missing', 'assets: no folder of this name'],
    })
    expect(answer.body.message).toBeTypeOf('string')
    expect(answer.body).not.toHaveProperty('details')
  })

  test('a rollback restores the replaced version, and is 409 without one', async () => {
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

  test('a request without the file is 400 "No file uploaded"', async () => {
    expect(
      (await upload(form('file', 'x.zip', 'application/zip', 'x'), '/api/themes/upload')).body.error,
    ).toBe('No file uploaded')
  })

  test('activation uses the name in the path; a body with any other value is 400', async () => {
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
