import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@typecase/runtime/child-process'
import { createLogger } from '@typecase/runtime/log'
import { type NatsServer, startNats } from '@typecase/testing/backing/nats'
import { label } from '@typecase/testing/infra'
import { connect } from 'nats'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EventBus, jetStreamEventBus } from '../../src/events/index.ts'
import { menuChanged } from './themes-events.ts'

const log = createLogger('test', 'silent')
const unavailable = { kind: 'unavailable', code: 'BUS_UNAVAILABLE' }
const skip = await reasonNotToKill()

/** These tests stop and start their own server, never a shared one. */
describe.skipIf(skip !== undefined)(label('JetStream bus with an unreliable server', skip), () => {
  let dir: string
  let port: number
  let server: NatsServer | undefined
  let bus: EventBus
  const got: number[] = []
  const start = async () => {
    server = await startNats({ dir, port })
  }
  const eventually = (check: () => void | Promise<void>) =>
    vi.waitFor(check, { timeout: 15_000, interval: 50 })

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'typecase-nats-'))
    port = await freePort()
    bus = jetStreamEventBus({ url: `nats://127.0.0.1:${port}`, log })
  })
  afterAll(async () => {
    await bus.close()
    await server?.stop()
    await rm(dir, { recursive: true, force: true })
  })

  it('starts without the server: publishing fails, consumers wait', async () => {
    await expect(bus.publish(menuChanged('a', 1, 1))).rejects.toMatchObject(unavailable)
    await expect(bus.ping()).rejects.toMatchObject(unavailable)
    await expect(bus.extent()).rejects.toMatchObject(unavailable)
    await bus.consume({
      durable: 'waits',
      subjects: ['typecase.themes.>'],
      handle: async (delivery) => {
        got.push((delivery.event as { data: { items: number } }).data.items)
        await delivery.ack()
      },
    })
  })

  it('works as soon as the server runs', async () => {
    await start()
    await eventually(() => bus.publish(menuChanged('a', 2, 2)))
    await eventually(() => expect(got).toEqual([2]))
  })

  it('survives a crash of the server, which keeps acknowledged events', async () => {
    await bus.publish(menuChanged('a', 3, 3))
    server?.child?.kill('SIGKILL')
    await server?.child?.ended
    await eventually(() => expect(bus.publish(menuChanged('a', 4, 4))).rejects.toMatchObject(unavailable))
    await start()
    await eventually(() => bus.publish(menuChanged('a', 5, 5)))
    // At least once: a crash can lose the last acknowledgements.
    await eventually(() => expect(new Set(got)).toEqual(new Set([2, 3, 5])))
  })

  it('continues with a server whose volume is new, and shows that events were lost', async () => {
    const before = await bus.extent()
    server?.child?.kill('SIGKILL')
    await server?.child?.ended
    await rm(dir, { recursive: true, force: true })
    await start()
    await eventually(async () => expect((await bus.extent()).epoch).not.toBe(before.epoch))
    await eventually(() => bus.publish(menuChanged('a', 6, 6)))
    await eventually(() => expect(got).toContain(6))
  })

  it('stores the stream in files, with explicit acknowledgement', async () => {
    const connection = await connect({ servers: `127.0.0.1:${port}` })
    const jsm = await connection.jetstreamManager()
    expect((await jsm.streams.info('TYPECASE')).config).toMatchObject({
      storage: 'file',
      retention: 'limits',
      subjects: ['typecase.>'],
    })
    expect((await jsm.consumers.info('TYPECASE', 'waits')).config).toMatchObject({
      ack_policy: 'explicit',
      deliver_policy: 'all',
      max_deliver: -1,
    })
    await connection.close()
  })
})

async function reasonNotToKill(): Promise<string | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'typecase-nats-'))
  try {
    const server = await startNats({ dir })
    await server.stop()
    return server.child ? undefined : `${server.from} must not be stopped`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
