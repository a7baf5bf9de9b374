import { readdir } from 'node:fs/promises'
import { label, testPostgres } from '@typecase/testing/infra'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editor, startMedia, uploading } from './fixtures/media.ts'

const { skip } = await testPostgres()

describe.skipIf(skip)(label('files over gRPC', skip), () => {
  let media: Awaited<ReturnType<typeof startMedia>>
  let png: Buffer
  beforeAll(async () => {
    media = await startMedia()
    png = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
  })
  afterAll(() => media.stop())

  const blobs = async () =>
    (await readdir(media.folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      .length
  const refused = (code: string, kind: string) => ({ code, kind })

  test('an uploaded image is measured, named, listed and served byte for byte', async () => {
    const file = await media.upload('My Photo.PNG', 'image/png', png, { alt: 'A photo', caption: 'Cap' })
    expect(file).toMatchObject({
      originalFilename: 'My Photo.PNG',
      type: 'image',
      mimeType: 'image/png',
      size: png.length,
      alt: 'A photo',
      caption: 'Cap',
      width: 3,
      height: 2,
      revision: 1,
    })
    expect(file.filename).toMatch(/^my-photo-[0-9a-f]{32}\.png$/)
    expect(file.url).toBe(`/images/${file.filename}`)
    expect(await media.read(file.url)).toEqual(png)
    expect(await media.client.getFile({ id: file.id }, media.as)).toEqual(file)
    const { files } = await media.client.listFiles({ type: 'image', paging: { limit: 1 } }, media.as)
    expect(files).toEqual([file])
  })

  test('dimensions in the request override measured ones', async () => {
    for (const size of [
      { width: 640, height: 480 },
      { width: 2 ** 31 - 1, height: 10_000_000 },
    ])
      expect(await media.upload('a.png', 'image/png', png, size)).toMatchObject(size)
  })

  test('an SVG image is sanitized when stored, and its size is that of the served bytes', async () => {
    const file = await media.upload(
      'a.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script>1</script><rect/></svg>',
    )
    const served = await media.read(file.url)
    expect(served.toString()).toMatch(/^<svg .*<rect><\/rect><\/svg>$/)
    expect(file).toMatchObject({ width: 30, height: 20, size: served.length, mimeType: 'image/svg+xml' })
  })

  test('ranges of a file are served, and a range beyond it is rejected with its size', async () => {
    const { url } = await media.upload('a.txt', 'text/plain', '0123456789')
    expect(String(await media.read(url, { first: 2, last: 5 }))).toBe('2345')
    expect(String(await media.read(url, { first: 8, last: 500 }))).toBe('89')
    expect(String(await media.read(url, { first: 8 }))).toBe('89')
    expect(String(await media.read(url, { last: 3 }))).toBe('789')
    expect(String(await media.read(url, { last: 300 }))).toBe('0123456789')
    for (const range of [{ first: 10 }, { first: 5, last: 4 }, { last: 0 }]) {
      await expect(media.read(url, range)).rejects.toMatchObject({
        code: 'RANGE_NOT_SATISFIABLE',
        fields: { size: 10 },
      })
    }
  })

  test('a reply begins with the file and the range; with `head` it has no bytes', async () => {
    const { filename, id } = await media.upload('a.txt', 'text/plain', '0123456789')
    const request = { folder: 'documents', filename, first: 2, last: 5 }
    const replies = await collected(media.client.readFile({ ...request, head: true }))
    expect(replies).toMatchObject([{ file: { id }, first: 2, last: 5 }])
    expect(replies).toHaveLength(1)
    await expect(collected(media.client.readFile({ ...request, folder: 'images' }))).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    })
  })

  describe('stores nothing from', () => {
    test.each<[string, string, string, () => Buffer | string, object, { code: string; kind: string }]>([
      [
        'a type that is not accepted',
        'a.exe',
        'application/x-msdownload',
        () => 'MZ',
        {},
        refused('UNSUPPORTED_FILE_TYPE', 'refused'),
      ],
      [
        'a name that contradicts the type',
        'a.jpg',
        'image/png',
        () => png,
        {},
        refused('UNSUPPORTED_FILE_TYPE', 'refused'),
      ],
      [
        'bytes of another type',
        'a.jpg',
        'image/jpeg',
        () => png,
        {},
        refused('UNSUPPORTED_FILE_TYPE', 'refused'),
      ],
      [
        'an invalid image',
        'a.png',
        'image/png',
        () => png.subarray(0, 12),
        {},
        refused('UNSUPPORTED_FILE_TYPE', 'refused'),
      ],
      [
        'text with NUL after 300,000 characters',
        'a.txt',
        'text/plain',
        () => `${'a'.repeat(300_000)}\0`,
        {},
        refused('UNSUPPORTED_FILE_TYPE', 'refused'),
      ],
      [
        'an SVG image with entities',
        'a.svg',
        'image/svg+xml',
        () => '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>',
        {},
        refused('UNSUPPORTED_FILE_TYPE', 'refused'),
      ],
      ['an empty file', 'a.png', 'image/png', () => '', {}, refused('VALIDATION_ERROR', 'invalid')],
      [
        'invalid dimensions',
        'a.png',
        'image/png',
        () => png,
        { width: 0, height: -3 },
        refused('VALIDATION_ERROR', 'invalid'),
      ],
      [
        'a file beyond the limit',
        'a.txt',
        'text/plain',
        () => 'a'.repeat(1_000_001),
        {},
        refused('FILE_TOO_LARGE', 'refused'),
      ],
    ])('%s', async (_, name, type, bytes, trailer, error) => {
      const [before, { total }] = [await blobs(), await media.client.listFiles({ type: 'all' }, media.as)]
      await expect(media.upload(name, type, bytes(), trailer)).rejects.toMatchObject(error)
      expect(await blobs()).toBe(before)
      expect((await media.client.listFiles({ type: 'all' }, media.as)).total).toBe(total)
    })

    test('a file whose content contradicts its name; the error has the reason', async () => {
      const before = await blobs()
      const fields = {
        reason: 'content',
        message: 'The name ends in .jpg, but the content is PNG.',
        extension: 'jpg',
        content: 'PNG',
      }
      await expect(media.upload('a.jpg', 'image/jpeg', png)).rejects.toMatchObject({
        message: 'Unsupported file type',
        fields,
      })
      expect(await blobs()).toBe(before)
    })

    test('an image of more than 50 megapixels', async () => {
      const before = await blobs()
      const huge = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: '#fff' } })
        .png({ compressionLevel: 9, palette: true, colours: 2 })
        .toBuffer()
      await expect(media.upload('huge.png', 'image/png', huge)).rejects.toMatchObject({
        code: 'IMAGE_TOO_LARGE',
        kind: 'refused',
      })
      expect(await blobs()).toBe(before)
    })

    test('an upload without a trailer, or one that its caller aborts', async () => {
      const before = await blobs()
      await expect(
        media.client.uploadFile(uploading('a.txt', 'text/plain', Buffer.alloc(200_000, 'a')), media.as),
      ).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      })
      const caller = new AbortController()
      async function* endless() {
        yield { header: { originalFilename: 'a.txt', mimeType: 'text/plain' } }
        for (let sent = 0; ; sent++) {
          if (sent === 5) caller.abort()
          yield { chunk: Buffer.alloc(1000, 'a') }
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
      await expect(
        media.client.uploadFile(endless(), { ...media.as, signal: caller.signal }),
      ).rejects.toThrow()
      await expect.poll(blobs, { timeout: 5_000 }).toBe(before)
    })
  })

  test('an endless upload is rejected at the limit', async () => {
    let sent = 0
    async function* endless() {
      yield { header: { originalFilename: 'a.txt', mimeType: 'text/plain' } }
      for (;;) {
        sent += 65_536
        yield { chunk: Buffer.alloc(65_536, 'a') }
      }
    }
    await expect(media.client.uploadFile(endless(), media.as)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: 'File too large',
    })
    expect(sent).toBeLessThan(16 * 2 ** 20)
  })

  test('an update keeps the alt text or caption that it omits', async () => {
    const { id } = await media.upload('a.png', 'image/png', png, { alt: 'one', caption: 'two' })
    expect(await media.client.updateFile({ id, alt: 'new' }, media.as)).toMatchObject({
      alt: 'new',
      caption: 'two',
      revision: 2,
    })
    expect(await media.client.updateFile({ id, caption: '' }, media.as)).toMatchObject({
      alt: 'new',
      caption: '',
      revision: 3,
    })
  })

  test('a deleted file has no bytes', async () => {
    const before = await blobs()
    const { id, url } = await media.upload('a.png', 'image/png', png)
    expect(await media.client.deleteFile({ id }, media.as)).toEqual({
      referencesFound: 0,
      referencesRemoved: 0,
    })
    await expect(media.client.getFile({ id }, media.as)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: 'File not found',
    })
    await expect(media.read(url)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    await expect(media.client.deleteFile({ id }, media.as)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect(await blobs()).toBe(before)
  })

  test.each([
    { type: 'video' },
    { type: 'all', paging: { limit: 0 } },
    { type: 'all', paging: { limit: 1001 } },
    { type: 'all', paging: { offset: -1 } },
  ])('the list refuses %j', async (request) => {
    await expect(media.client.listFiles(request, media.as)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test('anonymous callers may read bytes by name and nothing else', async () => {
    const { id, url } = await media.upload('a.txt', 'text/plain', 'x')
    const anonymous = { actor: { kind: 'anonymous' } } as const
    expect(String(await media.read(url))).toBe('x')
    const calls = [
      media.client.getFile({ id }, anonymous),
      media.client.listFiles({ type: 'all' }, anonymous),
      media.client.updateFile({ id, alt: 'x' }, anonymous),
      media.client.deleteFile({ id }, anonymous),
      media.client.uploadFile(uploading('a.txt', 'text/plain', Buffer.from('x'), {}), anonymous),
      media.client.findReferences({ id }, anonymous),
      media.client.propagateMetadata({ id }, anonymous),
    ]
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const service = { actor: { kind: 'service', name: 'publisher' } } as const
    expect((await media.client.listFiles({ type: 'all' }, service)).total).toBeGreaterThan(0)
    await expect(media.client.deleteFile({ id }, service)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(editor.kind).toBe('user')
  })
})

async function collected<T>(all: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of all) items.push(item)
  return items
}
