import { type CloudEvent, parseEvent } from '@typecase/contracts/events'
import { PostServiceDef } from '@typecase/contracts/services'
import type { Actor } from '@typecase/kernel'
import { localEventBus } from '@typecase/messaging/events'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { describe, expect, it } from 'vitest'
import { composeContent } from '../src/compose.ts'
import { contentConfig } from '../src/config.ts'

const { skip } = await testPostgres()
const editor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: 's1' }

describe.skipIf(skip !== undefined)(label('the content process', skip), () => {
  it('publishes each change once and in order, and keeps its data across a restart', async () => {
    const { url, schema, drop } = await freshSchema('content_process')
    const log = createLogger('test', 'silent')
    const postgres = openPostgres({ url, schema, log })
    const bus = localEventBus({ postgres, log, schema: `${schema}_bus` })
    const config = contentConfig({
      DATABASE_URL: url,
      DATABASE_SCHEMA: schema,
      GRPC_PORT: '0',
      SERVICE_KEYS: 'off',
    })
    const published: CloudEvent[] = []
    await bus.consume({
      durable: 'test',
      subjects: ['typecase.content.>'],
      handle: async ({ event, ack }) => {
        published.push(event as CloudEvent)
        await ack()
      },
    })

    const first = composeContent(config, { bus, log })
    await first.start()
    const content = grpcClient([PostServiceDef], first.address())
    const { post } = await content.createPost(
      { metadataJson: JSON.stringify({ title: 'x'.repeat(400), status: 'published' }) },
      { actor: editor },
    )
    const id = post?.id ?? ''
    await content.updatePost({ id, metadataJson: '{"status":"draft","slug":"moved"}' }, { actor: editor })
    await content.deletePost({ id }, { actor: editor })
    await content.createPost({ metadataJson: '{"title":"Kept"}', content: 'Body' }, { actor: editor })
    await expect.poll(() => published.length, { timeout: 10_000 }).toBe(5)
    content.close()
    await first.stop()

    const kinds = ['post.created', 'post.published', 'post.unpublished', 'post.deleted', 'post.created']
    expect(published.map((event) => parseEvent(event).type)).toEqual(kinds.map((kind) => `content.${kind}`))
    expect(published.slice(0, 4).map(({ subject, revision }) => [subject, revision])).toEqual(
      [1, 2, 3, 4].map((revision) => [`post:${id}`, revision]),
    )
    expect(published[2]?.data).toMatchObject({
      id,
      slug: 'moved',
      previousSlug: 'x'.repeat(200),
      status: 'draft',
      previousStatus: 'published',
    })
    expect(published[2]?.data.changed).toEqual(['slug', 'status'])
    expect(JSON.stringify(published)).not.toContain('Body')

    const second = composeContent(config, { bus, log })
    await second.start()
    const again = grpcClient([PostServiceDef], second.address())
    const { posts, total } = await again.listPosts({}, { actor: editor })
    expect([posts.map(({ title, content: body }) => [title, body]), total]).toEqual([[['Kept', 'Body']], 1])
    again.close()
    await second.stop()
    await bus.close()
    await postgres.close()
    await drop()
  })
})
