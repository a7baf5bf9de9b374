import { connect, RetentionPolicy } from 'nats'
import { describe, expect, it } from 'vitest'
import { label, testNats } from '../src/infra.ts'
import { freshNames } from '../src/nats.ts'

const server = await testNats()

describe.skipIf(server.skip)(label('NATS for tests', server.skip), () => {
  it('stores messages in JetStream and drops a second message with the same id', async () => {
    const { stream, prefix } = freshNames('dedupe')
    const connection = await connect({ servers: server.url })
    const manager = await connection.jetstreamManager()
    await manager.streams.add({ name: stream, subjects: [`${prefix}.>`], retention: RetentionPolicy.Limits })
    const jetstream = connection.jetstream()
    await jetstream.publish(`${prefix}.a`, '1', { msgID: 'x' })
    const again = await jetstream.publish(`${prefix}.a`, '1', { msgID: 'x' })
    expect(again.duplicate).toBe(true)
    expect((await manager.streams.info(stream)).state.messages).toBe(1)
    await manager.streams.delete(stream)
    await connection.close()
  })
})
