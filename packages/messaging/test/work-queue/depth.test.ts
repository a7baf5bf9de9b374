import { setTimeout as pause } from 'node:timers/promises'
import { createLogger } from '@typecase/runtime/log'
import { label, testNats } from '@typecase/testing/infra'
import { freshNames } from '@typecase/testing/nats'
import { AckPolicy, connect, type JetStreamManager, nanos, RetentionPolicy } from 'nats'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queueDepth } from '../../src/work-queue/depth.ts'
import {
  jetStreamWorkQueue,
  type QueueNames,
  queueNames,
  type WorkQueue,
} from '../../src/work-queue/index.ts'

const log = createLogger('test', 'silent')
const { skip, url = '' } = await testNats()
const waitOptions = { timeout: 20_000, interval: 20 }
const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

describe.skipIf(skip)(label('the depth of a work queue on JetStream', skip), () => {
  const { prefix } = freshNames('queue-depth')
  let count = 0

  async function start(): Promise<{
    readonly queue: WorkQueue
    readonly names: QueueNames
    readonly jsm: JetStreamManager
  }> {
    const uniquePrefix = `${prefix}_${Math.random().toString(36).slice(2, 8)}_${++count}`
    const connection = await connect({ servers: url })
    const queue = jetStreamWorkQueue({
      url,
      name: 'rendering',
      version: '1',
      log,
      keys: undefined,
      prefix: uniquePrefix,
    })
    cleanups.push(() => connection.close(), queue.close)
    return { queue, names: queueNames(uniquePrefix, 'rendering'), jsm: await connection.jetstreamManager() }
  }
  const offerJob = (queue: WorkQueue, tasks: number, token: number) =>
    vi.waitFor(async () => {
      const bytes = async () => Buffer.from('x')
      const offer = await queue.offer({
        token,
        tasks,
        frame: bytes,
        input: bytes,
        result: async () => undefined,
      })
      if (!offer) throw new Error('the queue is not available yet')
      return offer
    }, waitOptions)
  const messages = async (jsm: JetStreamManager, { stream }: QueueNames) =>
    (await jsm.streams.info(stream)).state.messages

  it('counts waiting and running tasks, and returns the time of the oldest', async () => {
    const { queue, names, jsm } = await start()
    const before = new Date(Date.now() - 1)
    const first = await offerJob(queue, 5, 1)
    await vi.waitFor(
      async () => expect(await queueDepth(jsm, names)).toMatchObject({ tasks: 5 }),
      waitOptions,
    )
    expect((await queueDepth(jsm, names)).since?.getTime()).toBeGreaterThanOrEqual(before.getTime())
    await pause(50)
    const between = new Date()
    await pause(50)
    await offerJob(queue, 3, 2)
    await vi.waitFor(
      async () => expect(await queueDepth(jsm, names)).toMatchObject({ tasks: 8 }),
      waitOptions,
    )
    expect((await queueDepth(jsm, names)).since?.getTime()).toBeLessThan(between.getTime())
    await first.close()
    const remaining = await queueDepth(jsm, names)
    expect(remaining.tasks).toBe(3)
    expect(remaining.since?.getTime()).toBeGreaterThan(between.getTime())
    const consumer = await jsm.jetstream().consumers.get(names.stream, names.consumer)
    await consumer.next()
    expect(await queueDepth(jsm, names)).toEqual(remaining)
  })

  /** A queue with three tasks that are delivered at most once. */
  async function queueOfSingleDeliveries(): Promise<Awaited<ReturnType<typeof start>>> {
    const started = await start()
    const { queue, names, jsm } = started
    await jsm.streams.add({
      name: names.stream,
      subjects: [names.tasks('*')],
      retention: RetentionPolicy.Workqueue,
    })
    const once = { ack_policy: AckPolicy.Explicit, ack_wait: nanos(300), max_deliver: 1 }
    await jsm.consumers.add(names.stream, { durable_name: names.consumer, ...once })
    await offerJob(queue, 3, 1)
    await vi.waitFor(async () => expect(await messages(jsm, names)).toBe(3), waitOptions)
    return started
  }

  it('is 0 when all remaining tasks have used up their deliveries', async () => {
    const { names, jsm } = await queueOfSingleDeliveries()
    const consumer = await jsm.jetstream().consumers.get(names.stream, names.consumer)
    for (let n = 0; n < 3; n++) (await consumer.next())?.nak()
    // The server notices that no deliveries are left only when a consumer pulls.
    expect(await consumer.next({ expires: 1_000 })).toBeNull()
    await vi.waitFor(
      async () => expect(await queueDepth(jsm, names)).toEqual({ tasks: 0, since: undefined }),
      waitOptions,
    )
    expect(await messages(jsm, names)).toBe(3)
  })

  it('has the time of the oldest remaining task after workers have removed failed ones', async () => {
    const { queue, names, jsm } = await queueOfSingleDeliveries()
    const worker = queue.worker({
      ...{ id: 'a', slots: 1, free: async () => undefined, isFree: () => true },
      work: () => Promise.reject(new Error('not here')),
    })
    await worker.start()
    await vi.waitFor(async () => expect(await messages(jsm, names)).toBe(0), waitOptions)
    await worker.stop()
    const between = new Date()
    await pause(50)
    await offerJob(queue, 2, 2)
    await vi.waitFor(async () => expect(await messages(jsm, names)).toBe(2), waitOptions)
    const consumer = await jsm.jetstream().consumers.get(names.stream, names.consumer)
    await consumer.next()
    expect((await queueDepth(jsm, names)).since?.getTime()).toBeGreaterThan(between.getTime())
  })
})
