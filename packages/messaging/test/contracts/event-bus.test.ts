import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres, type Postgres } from '@typecase/runtime/postgres'
import { label, testNats, testPostgres } from '@typecase/testing/infra'
import { freshNames } from '@typecase/testing/nats'
import { freshSchema } from '@typecase/testing/postgres'
import { connect } from 'nats'
import { describe, expect, it } from 'vitest'
import { type Delivery, jetStreamEventBus, localEventBus } from '../../src/events/index.ts'
import { alreadyHandledContract } from './already-handled.contract.ts'
import type { BusStore } from './bus-store.ts'
import { eventBusContract } from './event-bus.contract.ts'
import { anEvent, collect, eventually } from './event-samples.ts'

const log = createLogger('test', 'silent')
const nats = await testNats()
const postgres = await testPostgres()

describe.skipIf(nats.skip !== undefined)(label('event bus on JetStream', nats.skip), () => {
  eventBusContract(jetStreamStore)
  alreadyHandledContract(jetStreamStore)

  it('refuses an event that exceeds the maximum message size', async () => {
    const store = await jetStreamStore()
    const bus = store.open()
    const event = anEvent(1)
    const large = { ...event, data: { text: 'x'.repeat(2_000_000) } }
    await expect(bus.publish(large)).rejects.toMatchObject({ kind: 'refused', code: 'EVENT_REFUSED' })
    await bus.publish(event)
    await bus.close()
    await store.dispose()
  })

  it('does not redeliver fetched events that wait for the handler, and releases them on close', async () => {
    const store = await jetStreamStore()
    const [first, second] = [store.open(), store.open()]
    for (let n = 1; n <= 8; n++) await first.publish(anEvent(n))
    const react = async (delivery: Delivery) => {
      await sleep(250)
      await delivery.ack()
    }
    const slow = await collect(first, { ackWaitMs: 600, react })
    await eventually(() => expect(slow.deliveries).toHaveLength(8))
    await sleep(400)
    expect(slow.deliveries.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
    // Events that were fetched but not started must be redelivered before the ack wait of one minute ends.
    const gate = Promise.withResolvers<void>()
    const held = await collect(first, {
      durable: 'closes',
      ackWaitMs: 60_000,
      react: (delivery) => gate.promise.then(() => delivery.ack()),
    })
    await eventually(() => expect(held.deliveries).toHaveLength(1))
    const closed = first.close()
    gate.resolve()
    await closed
    const rest = await collect(second, { durable: 'closes', ackWaitMs: 60_000 })
    await eventually(() => expect(held.deliveries.length + rest.deliveries.length).toBe(8))
    await second.close()
    await store.dispose()
  })

  it('updates the subjects of an existing consumer', async () => {
    const store = await jetStreamStore()
    const bus = store.open()
    const handle = () => Promise.resolve()
    await (await bus.consume({ durable: 'updated', subjects: ['typecase.content.>'], handle })).stop()
    const updated = await bus.consume({ durable: 'updated', subjects: ['typecase.media.>'], handle })
    await bus.publish(anEvent(1))
    expect(await updated.backlog()).toBe(0)
    await bus.publish(anEvent(2, 'media.file.deleted'))
    expect(await updated.backlog()).toBe(1)
    await bus.close()
    await store.dispose()
  })
})

describe.skipIf(postgres.skip !== undefined)(label('event bus in Postgres', postgres.skip), () => {
  eventBusContract(localStore)
  alreadyHandledContract(localStore)
})

async function jetStreamStore(): Promise<BusStore> {
  const url = nats.url ?? ''
  const { prefix } = freshNames('bus')
  const removeStream = async () => {
    const connection = await connect({ servers: new URL(url).host })
    const jsm = await connection.jetstreamManager()
    await jsm.streams.delete(prefix.toUpperCase()).catch(() => false)
    await connection.close()
  }
  return { open: () => jetStreamEventBus({ url, log, prefix }), wipe: removeStream, dispose: removeStream }
}

async function localStore(): Promise<BusStore> {
  const { url, schema, drop } = await freshSchema('bus')
  const connections: Postgres[] = []
  return {
    open: () => {
      const connection = openPostgres({ url, schema: 'public', log, maxConnections: 5 })
      connections.push(connection)
      return localEventBus({ postgres: connection, log, schema })
    },
    wipe: drop,
    dispose: async () => {
      await Promise.all(connections.map((connection) => connection.close()))
      await drop()
    },
  }
}
