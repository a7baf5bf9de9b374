import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileServiceDef, ReferenceServiceDef } from '@typecase/contracts/services'
import { localEventBus } from '@typecase/messaging/events'
import { ConfigError } from '@typecase/runtime/config'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres, uuidv7 } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { composeMedia } from '../src/compose.ts'
import { mediaConfig } from '../src/config.ts'
import { contentServer } from './fixtures/content.ts'
import { editor, uploading } from './fixtures/media.ts'

const { skip } = await testPostgres()
const log = createLogger('test', 'silent')

describe('the settings', () => {
  test('report all errors together', () => {
    const invalid = () =>
      mediaConfig({
        GRPC_PORT: 'x',
        MAX_UPLOAD_BYTES: '0',
        PUBLIC_URL: 'cms.example',
        PUBLIC_SITE_URL: 'ftp://x',
      })
    expect(invalid).toThrow(ConfigError)
    for (const name of [
      'DATABASE_URL',
      'GRPC_PORT',
      'MAX_UPLOAD_BYTES',
      'PUBLIC_URL',
      'PUBLIC_SITE_URL',
      'CONTENT_URL',
    ])
      expect(invalid).toThrow(name)
  })

  test('reject a site URL with a path, as the publisher does', () => {
    expect(() => mediaConfig({ PUBLIC_SITE_URL: 'https://pub.test/deep/' })).toThrow(
      'PUBLIC_SITE_URL must be scheme and host only',
    )
  })

  test('require NATS_URL and a storage for files', () => {
    const required = {
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
      CONTENT_URL: '127.0.0.1:1',
      SERVICE_KEYS: 'off',
    }
    expect(() => mediaConfig(required)).toThrow('BLOB_DIR')
    expect(() => mediaConfig({ ...required, S3_ENDPOINT: 'http://127.0.0.1:1' })).toThrow('S3_BUCKET')
    expect(() => composeMedia(mediaConfig({ ...required, BLOB_DIR: tmpdir() }), { log })).toThrow('NATS_URL')
  })
})

describe.skipIf(skip)(label('events', skip), () => {
  test('are published for files; events of content update the references before any query', async () => {
    const [schema, busSchema] = [await freshSchema('media_events'), await freshSchema('media_bus')]
    const postgres = openPostgres<unknown>({ ...schema, log })
    const bus = localEventBus({ postgres, schema: busSchema.schema, log })
    const folder = await mkdtemp(join(tmpdir(), 'typecase-media-'))
    const content = contentServer(log)
    await content.start()
    const media = composeMedia(
      mediaConfig({
        DATABASE_URL: schema.url,
        DATABASE_SCHEMA: schema.schema,
        GRPC_PORT: '0',
        SERVICE_KEYS: 'off',
        CONTENT_URL: content.address(),
        BLOB_DIR: folder,
      }),
      { bus, log },
    )
    await media.start()
    const client = grpcClient([FileServiceDef, ReferenceServiceDef], media.address())
    const received: unknown[] = []
    const subscription = await bus.consume({
      durable: 'listener',
      subjects: [
        'typecase.media.file.stored',
        'typecase.media.file.described',
        'typecase.media.file.deleted',
      ],
      handle: async (delivery) => {
        const { type, subject, revision } = delivery.event as {
          type: string
          subject: string
          revision: number
        }
        received.push([type, subject, revision])
        await delivery.ack()
      },
    })

    const as = { actor: editor }
    const file = await client.uploadFile(uploading('a.txt', 'text/plain', Buffer.from('x'), {}), as)
    await client.updateFile({ id: file.id, alt: 'x' }, as)

    const id = uuidv7()
    content.post(id, `![x](${file.url})`)
    await bus.publish({
      specversion: '1.0',
      id: uuidv7(),
      source: '/typecase/content',
      type: 'typecase.content.post.created.v1',
      subject: `post:${id}`,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      revision: 1,
      data: {
        id,
        title: 'T',
        slug: 's',
        status: 'draft',
        updatedAt: new Date().toISOString(),
        changed: [],
        author: 'a',
      },
    })
    const storedUses = async () =>
      (await sql`select url from file_uses where item_id = ${id}`.execute(postgres.db)).rows
    await expect.poll(storedUses, { timeout: 5_000 }).toEqual([{ url: file.url }])

    content.remove(id)
    await client.deleteFile({ id: file.id }, as)
    await expect
      .poll(() => received, { timeout: 10_000 })
      .toEqual([
        ['typecase.media.file.stored.v1', `file:${file.id}`, 1],
        ['typecase.media.file.described.v1', `file:${file.id}`, 2],
        ['typecase.media.file.deleted.v1', `file:${file.id}`, 3],
      ])

    client.close()
    await subscription.stop()
    await media.stop()
    await content.stop()
    await bus.close()
    await postgres.close()
    await schema.drop()
    await busSchema.drop()
    await rm(folder, { recursive: true })
  })
})
