/** Replicated streams on a cluster of three servers, one of which is killed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NatsCluster, startNatsCluster } from '@typecase/testing/backing/nats-cluster'
import { label, testNats } from '@typecase/testing/infra'
import { connect, type JetStreamManager, type NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EventBus, jetStreamEventBus } from '../../src/events/index.ts'
import { jetStreamWorkQueue, type WorkQueue } from '../../src/work-queue/index.ts'
import { anEvent, numberIn } from '../contracts/event-samples.ts'
import { aJob, allResults, log } from '../work-queue/uppercase-jobs.ts'

const waitOptions = { timeout: 30_000, interval: 50 }
const eventStream = 'TYPECASE'
const queueStream = 'TYPECASE_RENDERING'
const { skip } = await testNats()
const externalServers =
  process.env.TEST_NATS_URL || process.env.NATS_URL ? 'needs servers that may be killed' : undefined

describe.skipIf(skip ?? externalServers)(label('streams with replicas', skip ?? externalServers), () => {
  const undo: (() => Promise<unknown>)[] = []
  const received = new Set<number>()
  let cluster: NatsCluster
  let manager: NatsConnection
  let jsm: JetStreamManager

  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'typecase-nats-'))
    undo.push(() => rm(dir, { recursive: true, force: true }))
    cluster = await startNatsCluster({ dir })
    undo.push(cluster.stop)
    manager = await connect({
      servers: cluster.url.split(','),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
    })
    undo.push(() => manager.close())
    jsm = await manager.jetstreamManager({ checkAPI: false })
  })
  afterAll(async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  })

  function busOf(replicas: number, prefix?: string): EventBus {
    const bus = jetStreamEventBus({ url: cluster.url, replicas, log, ...(prefix ? { prefix } : {}) })
    undo.push(bus.close)
    return bus
  }
  function queueOf(replicas: number, prefix?: string): WorkQueue {
    const options = { url: cluster.url, replicas, name: 'rendering', version: '1', log, keys: undefined }
    const queue = jetStreamWorkQueue({ ...options, ...(prefix ? { prefix } : {}) })
    undo.push(queue.close)
    return queue
  }
  async function startWorker(queue: WorkQueue, id: string): Promise<void> {
    const part = queue.worker({
      ...{ id, slots: 2, free: async () => undefined, isFree: () => true },
      work: async ({ input, frame }) =>
        Buffer.from(`${await frame()}${String(Buffer.from(input)).toUpperCase()}`),
    })
    await part.start()
    undo.push(part.stop)
  }
  async function consume(bus: EventBus): Promise<void> {
    await bus.consume({
      durable: 'reader',
      subjects: ['typecase.content.>'],
      handle: async (delivery) => {
        received.add(numberIn(delivery.event))
        await delivery.ack()
      },
    })
  }
  /** Like the outbox: publishes the event until the bus acknowledges it. */
  const publish = (bus: EventBus, n: number) => {
    const event = anEvent(n)
    return vi.waitFor(() => bus.publish(event), waitOptions)
  }
  /** Offers a job and waits until workers have returned all its results. */
  async function runJob(queue: WorkQueue, token: number): Promise<void> {
    const { job, results } = aJob(20, { token })
    const offer = await vi.waitFor(
      async () => (await queue.offer(job)) ?? Promise.reject(new Error('unavailable')),
      waitOptions,
    )
    await vi.waitFor(() => expect(results).toEqual(allResults(20)), waitOptions)
    await offer.close()
  }
  /** Counts the servers with an up-to-date copy: first of the stream, then of its consumer. */
  async function copies(stream: string, consumer: string): Promise<readonly number[]> {
    const infos = [await jsm.streams.info(stream), await jsm.consumers.info(stream, consumer)]
    return infos.map((info) => 1 + (info.cluster?.replicas ?? []).filter(({ current }) => current).length)
  }
  const leaderOf = async (stream: string) => (await jsm.streams.info(stream)).cluster?.leader
  /** Makes one server the leader of both streams. @returns its name */
  async function commonLeader(): Promise<string> {
    return await vi.waitFor(async () => {
      const leader = await leaderOf(eventStream)
      if (!leader) throw new Error('the stream has no leader')
      if ((await leaderOf(queueStream)) !== leader) {
        await manager.request(`$JS.API.STREAM.LEADER.STEPDOWN.${queueStream}`)
        throw new Error('another server leads the queue')
      }
      return leader
    }, waitOptions)
  }

  it('gain replicas for a higher setting, lose none for a lower one, and keep their messages', async () => {
    const prefix = 'raised'
    const [single, queue] = [busOf(1, prefix), queueOf(1, prefix)]
    await consume(single)
    await startWorker(queue, 'single')
    await publish(single, 0)
    await runJob(queue, 1)
    expect(await copies('RAISED', 'reader')).toEqual([1, 1])
    const before = await single.extent()
    await runJob(queueOf(3, prefix), 2)
    expect(await busOf(3, prefix).extent()).toEqual(before)
    const threeCopies = async () => {
      expect(await copies('RAISED', 'reader')).toEqual([3, 3])
      expect(await copies('RAISED_RENDERING', 'workers')).toEqual([3, 3])
    }
    await vi.waitFor(threeCopies, waitOptions)
    await runJob(queue, 3)
    expect(await single.extent()).toEqual(before)
    await vi.waitFor(threeCopies, waitOptions)
  }, 60_000)

  it('lose nothing when the leader is killed while events are published and tasks are offered', async () => {
    const [bus, queue] = [busOf(3), queueOf(3)]
    await consume(bus)
    await startWorker(queue, 'a')
    const numbers: number[] = []
    let jobs = 0
    let isStopped = false
    const publishing = (async () => {
      for (let n = 1; !isStopped; n++) {
        await publish(bus, n)
        numbers.push(n)
      }
    })()
    const offering = (async () => {
      while (!isStopped) await runJob(queue, ++jobs)
    })()
    const leader = await commonLeader()
    await vi.waitFor(() => expect(Math.min(numbers.length, jobs)).toBeGreaterThan(2), waitOptions)
    await cluster.kill(leader)
    const [confirmed, offered] = [numbers.length, jobs]
    await vi.waitFor(() => {
      expect(numbers.length).toBeGreaterThan(confirmed + 20)
      expect(jobs).toBeGreaterThan(offered + 2)
    }, waitOptions)
    isStopped = true
    await Promise.all([publishing, offering])
    await vi.waitFor(() => expect(numbers.filter((n) => !received.has(n))).toEqual([]), waitOptions)
    expect(await leaderOf(eventStream)).not.toBe(leader)
  }, 90_000)
})
