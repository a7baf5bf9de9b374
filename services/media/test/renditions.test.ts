import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadFileReply } from '@typecase/contracts/messages'
import { FileServiceDef } from '@typecase/contracts/services'
import { localEventBus } from '@typecase/messaging/events'
import { folderBlobStore } from '@typecase/runtime/blobs'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { type FreshSchema, freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { composeMedia, type MediaService } from '../src/compose.ts'
import { composeCheck } from '../src/compose-check.ts'
import { type MediaConfig, mediaConfig } from '../src/config.ts'
import { contentServer } from './fixtures/content.ts'
import { editor, uploading } from './fixtures/media.ts'

const { skip } = await testPostgres()
const log = createLogger('test', 'silent')
const as = { actor: editor }
const soon = { timeout: 60_000, interval: 50 }

describe.skipIf(skip)(label('renditions', skip), { timeout: 120_000 }, () => {
  let schema: FreshSchema
  let busSchema: FreshSchema
  let folder: string
  let config: MediaConfig
  let media: MediaService
  let start: () => Promise<MediaService>
  let stop: () => Promise<void>
  let client: ReturnType<typeof connect>
  const connect = () => grpcClient([FileServiceDef], media.address())
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c33' } })
  const upload = (name: string, type: string, bytes: Buffer) =>
    client.uploadFile(uploading(name, type, bytes, {}), as)
  const withRenditions = (id: string) =>
    vi.waitFor(async () => {
      const file = await client.getFile({ id }, as)
      expect(file.renditions).not.toEqual([])
      return file
    }, soon)
  async function read(url: string) {
    const [, from = '', filename = ''] = url.split('/')
    let file: ReadFileReply['file']
    const parts: Buffer[] = []
    for await (const reply of client.readFile({ folder: from, filename })) {
      file = reply.file ?? file
      if (reply.chunk) parts.push(Buffer.from(reply.chunk))
    }
    return { file, bytes: Buffer.concat(parts) }
  }

  beforeAll(async () => {
    ;[schema, busSchema] = [await freshSchema('media_renditions'), await freshSchema('media_renditions_bus')]
    folder = await mkdtemp(join(tmpdir(), 'typecase-media-'))
    const postgres = openPostgres<unknown>({ ...schema, log })
    const bus = localEventBus({ postgres, schema: busSchema.schema, log })
    const content = contentServer(log)
    await content.start()
    const settings = {
      DATABASE_URL: schema.url,
      DATABASE_SCHEMA: schema.schema,
      GRPC_PORT: '0',
      SERVICE_KEYS: 'off',
      BLOB_DIR: folder,
    }
    config = mediaConfig({ ...settings, CONTENT_URL: content.address() })
    start = async () => {
      const service = composeMedia(config, { bus, log })
      await service.start()
      return service
    }
    media = await start()
    client = connect()
    stop = async () => {
      client.close()
      await media.stop()
      await content.stop()
      await bus.close()
      await postgres.close()
      await schema.drop()
      await busSchema.drop()
      await rm(folder, { recursive: true })
    }
  })
  afterAll(() => stop())

  test('are rendered after an upload, listed, served and deleted with their file', async () => {
    const uploaded = await upload(
      'A photo.jpg',
      'image/jpeg',
      await picture(1000, 500).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    )
    expect(uploaded).toMatchObject({ width: 500, height: 1000, renditions: [] })
    const file = await withRenditions(uploaded.id)
    const base = uploaded.url.replace(/\.jpg$/, '')
    expect(file.renditions.map(({ size: _, digest: __, ...rendition }) => rendition)).toEqual([
      { url: `${base}.320w.avif`, width: 320, height: 640, mimeType: 'image/avif' },
      { url: `${base}.320w.jpg`, width: 320, height: 640, mimeType: 'image/jpeg' },
      { url: `${base}.320w.webp`, width: 320, height: 640, mimeType: 'image/webp' },
    ])
    expect(file.revision).toBe(1)
    const { files } = await client.listFiles({ type: 'image' }, as)
    expect(files[0]?.renditions).toEqual(file.renditions)
    expect((await client.updateFile({ id: file.id, alt: 'x' }, as)).renditions).toEqual(file.renditions)
    for (const rendition of file.renditions) {
      const { file: header, bytes } = await read(rendition.url)
      expect(header).toMatchObject({ url: rendition.url, mimeType: rendition.mimeType, size: bytes.length })
      expect(rendition).toMatchObject({
        size: bytes.length,
        digest: createHash('sha256').update(bytes).digest('hex'),
      })
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 640 })
    }
    const bytesOf = async () =>
      (await readdir(folder, { recursive: true })).filter((path) => path.includes(file.id))
    expect((await bytesOf()).length).toBeGreaterThan(3)
    await client.deleteFile({ id: file.id }, as)
    for (const { url } of file.renditions)
      await expect(read(url)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    // An empty folder may remain.
    await vi.waitFor(async () => expect((await bytesOf()).length).toBeLessThan(2), soon)
  })

  test('the location of a photograph is removed, all other bytes are kept', async () => {
    const taken = {
      IFD0: { Artist: 'Ann' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSMapDatum: 'WGS-84 HERE' },
    }
    const bytes = await picture(30, 20).jpeg().withExif(taken).toBuffer()
    const { url, size, digest } = await upload('holiday.jpg', 'image/jpeg', bytes)
    const kept = await read(url)
    expect(kept.bytes.includes('WGS-84 HERE')).toBe(false)
    expect(kept.bytes.includes('Ann')).toBe(true)
    expect([size, digest]).toEqual([bytes.length, createHash('sha256').update(kept.bytes).digest('hex')])
    expect((await sharp(kept.bytes).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(true)
    const plain = await picture(30, 20)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ann' } })
      .toBuffer()
    expect((await read((await upload('plain.jpg', 'image/jpeg', plain)).url)).bytes.equals(plain)).toBe(true)
  })

  test('are not rendered for an image that cannot be decoded, which is still served', async () => {
    const whole = await picture(900, 900).png({ compressionLevel: 0 }).toBuffer()
    const broken = await upload('broken.png', 'image/png', whole.subarray(0, 50_000))
    const good = await upload('good.png', 'image/png', await picture(400, 400).png().toBuffer())
    // Images are rendered in order: once the second has its renditions, the first was attempted.
    await withRenditions(good.id)
    expect((await client.getFile({ id: broken.id }, as)).renditions).toEqual([])
    expect((await read(broken.url)).bytes.length).toBe(50_000)
  })

  test('are rendered at the next start for files that have none', async () => {
    const uploaded = await upload('old.png', 'image/png', await picture(400, 300).png().toBuffer())
    await withRenditions(uploaded.id)
    client.close()
    await media.stop()
    const postgres = openPostgres<unknown>({ ...schema, log })
    await sql`delete from rendition_tasks`.execute(postgres.db)
    await sql`delete from renditions`.execute(postgres.db)
    await postgres.close()
    media = await start()
    client = connect()
    expect((await withRenditions(uploaded.id)).renditions).toHaveLength(3)
  })

  test('with missing or wrong bytes are found by the check and rendered again by the running service', async () => {
    const { id, ...uploaded } = await upload(
      'checked.png',
      'image/png',
      await picture(400, 300).png().toBuffer(),
    )
    const { renditions } = await withRenditions(id)
    const { check, close } = composeCheck(config, log)
    async function checked(repair: boolean) {
      const findings: string[] = []
      for await (const finding of check({ deep: true, repair }))
        if (finding.kind !== 'orphan' && finding.stored.fileId === id)
          findings.push(`${finding.kind} ${finding.stored.filename} ${finding.isQueued}`)
      return findings
    }
    expect(await checked(false)).toEqual([])
    const blobs = folderBlobStore(folder)
    const keys: string[] = []
    for await (const { key } of blobs.list(`media/renditions/${id}/`)) keys.push(key)
    const [avif = '', png = ''] = keys.toSorted()
    await blobs.delete(avif)
    await blobs.put(png, Buffer.from('other'), { contentType: 'image/png' })
    const base = uploaded.filename.replace(/\.png$/, '')
    const findings = (isQueued: boolean) => [
      `missing ${base}.320w.avif ${isQueued}`,
      `damaged ${base}.320w.png ${isQueued}`,
    ]
    await expect(read(renditions[0]?.url ?? '')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect(await checked(false)).toEqual(findings(false))
    expect(await checked(true)).toEqual(findings(true))
    await vi.waitFor(async () => expect(await checked(false)).toEqual([]), soon)
    expect((await client.getFile({ id }, as)).renditions).toEqual(renditions)
    expect(await sharp((await read(renditions[0]?.url ?? '')).bytes).metadata()).toMatchObject({ width: 320 })
    await close()
  })
})
