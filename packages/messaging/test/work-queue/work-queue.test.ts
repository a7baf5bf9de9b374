import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@typecase/runtime/child-process'
import { type NatsServer, startNats } from '@typecase/testing/backing/nats'
import { label } from '@typecase/testing/infra'
import { freshNames } from '@typecase/testing/nats'
import { connect } from 'nats'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { jetStreamWorkQueue } from '../../src/work-queue/index.ts'
import {
  aJob,
  allResults,
  bytes,
  cleanups,
  keys,
  log,
  offerJob,
  queue,
  skip,
  url,
  waitOptions,
  worker,
} from './uppercase-jobs.ts'

const ownServerSkip =
  skip ??
  (process.env.TEST_NATS_URL || process.env.NATS_URL ? 'needs a server that may be stopped' : undefined)

describe.skipIf(skip)(label('a work queue on JetStream', skip), () => {
  const { prefix } = freshNames('work-queue')
  const name = `${prefix}_${Math.random().toString(36).slice(2, 8)}`
  let count = 0
  const fresh = () => `${name}_${++count}`

  it('distributes the tasks of a job to all workers, and builds their shared input once', async () => {
    const at = fresh()
    for (const id of ['a', 'b', 'c']) await worker(queue({ prefix: at }), id)
    const { job, results, workers, frames } = aJob(60, {})
    const offer = await offerJob(queue({ prefix: at }), job)
    await vi.waitFor(() => expect(results).toEqual(allResults(60)), waitOptions)
    await offer.close()
    expect([...workers].sort()).toEqual(['a', 'b', 'c'])
    expect(frames()).toBe(1)
  })

  it('transfers inputs and results that exceed the maximum message size', async () => {
    const at = fresh()
    const large = 'x'.repeat(3_000_000)
    await worker(queue({ prefix: at }), 'a')
    const { job, results } = aJob(1, { frame: async () => bytes(''), input: async () => bytes(large) })
    const offer = await offerJob(queue({ prefix: at }), job)
    await vi.waitFor(() => expect(results.size).toBe(1), waitOptions)
    await offer.close()
    expect(results.get(0) === large.toUpperCase()).toBe(true)
  })

  it('redelivers the task of a failing worker to another worker', async () => {
    const at = fresh()
    await worker(queue({ prefix: at }), 'failing', { work: () => Promise.reject(new Error('not here')) })
    const { job, results, workers } = aJob(4)
    const offer = await offerJob(queue({ prefix: at }), job)
    await worker(queue({ prefix: at }), 'working')
    await vi.waitFor(() => expect(results).toEqual(allResults(4)), { ...waitOptions, timeout: 60_000 })
    await offer.close()
    expect([...workers]).toEqual(['working'])
  })

  it('delivers tasks only to workers with the same version', async () => {
    const at = fresh()
    await worker(queue({ prefix: at, version: 'older' }), 'older')
    const { job, results, workers } = aJob(3)
    const offer = await offerJob(queue({ prefix: at, version: 'newer' }), job)
    await worker(queue({ prefix: at, version: 'newer' }), 'newer')
    await vi.waitFor(() => expect(results).toEqual(allResults(3)), { ...waitOptions, timeout: 60_000 })
    await offer.close()
    expect([...workers]).toEqual(['newer'])
  })

  it('drops tasks of a job with an older token, and runs those of newer jobs', async () => {
    const at = fresh()
    const requested: string[] = []
    const recordingJob = (name: string, token: number) =>
      aJob(1, {
        token,
        input: async () => {
          requested.push(name)
          return bytes(name)
        },
      })
    await worker(queue({ prefix: at }), 'a', { slots: 1 })
    const offering = queue({ prefix: at })
    const [newer, older, newest] = [
      recordingJob('newer', 7),
      recordingJob('older', 6),
      recordingJob('newest', 8),
    ]
    for (const { job, results } of [newer, older, newest]) {
      const offer = await offerJob(offering, job)
      if (job.token !== 6) await vi.waitFor(() => expect(results.size).toBe(1), waitOptions)
      cleanups.push(async () => offer.close())
    }
    expect(requested).toEqual(['newer', 'newest'])
  })

  it('removes the tasks of a closed job; workers drop those of a dead process', async () => {
    const at = fresh()
    const connection = await connect({ servers: url })
    onTestFinished(() => connection.close())
    const jsm = await connection.jetstreamManager()
    const messageCount = async () => (await jsm.streams.info(`${at.toUpperCase()}_RENDERING`)).state.messages
    const offer = await offerJob(queue({ prefix: at }), aJob(5).job)
    await vi.waitFor(async () => expect(await messageCount()).toBe(5), waitOptions)
    await offer.close()
    expect(await messageCount()).toBe(0)
    const dying = jetStreamWorkQueue({ url, name: 'rendering', version: '1', log, prefix: at, keys })
    await offerJob(dying, aJob(5).job)
    await vi.waitFor(async () => expect(await messageCount()).toBe(5), waitOptions)
    await dying.close()
    await worker(queue({ prefix: at }), 'a')
    await vi.waitFor(async () => expect(await messageCount()).toBe(0), waitOptions)
  })

  it('removes only the tasks of the closed job', async () => {
    const at = fresh()
    const offering = queue({ prefix: at })
    const [first, second] = [aJob(5), aJob(3, { token: 2 })]
    const closing = await offerJob(offering, first.job)
    const offer = await offerJob(offering, second.job)
    await closing.close()
    await worker(queue({ prefix: at }), 'a')
    await vi.waitFor(() => expect(second.results).toEqual(allResults(3)), waitOptions)
    expect(first.results.size).toBe(0)
    await offer.close()
  })

  it('drops invalid messages, and runs valid tasks', async () => {
    const at = fresh()
    const connection = await connect({ servers: url })
    onTestFinished(() => connection.close())
    const jsm = await connection.jetstreamManager()
    const offering = queue({ prefix: at })
    const { job, results } = aJob(3)
    await (await offerJob(offering, aJob(0).job)).close()
    const incomplete = '{"job":"x","token":1}'
    for (const text of ['no JSON', '{}', '"x"', 'null', incomplete])
      await connection.jetstream().publish(`${at}-rendering.tickets.x`, text)
    const offer = await offerJob(offering, job)
    cleanups.push(async () => offer.close())
    await worker(queue({ prefix: at }), 'a')
    await vi.waitFor(() => expect(results).toEqual(allResults(3)), waitOptions)
    await vi.waitFor(
      async () => expect((await jsm.streams.info(`${at.toUpperCase()}_RENDERING`)).state.messages).toBe(0),
      waitOptions,
    )
  })

  it('fetches no tasks until the worker has capacity', async () => {
    const at = fresh()
    const capacity = Promise.withResolvers<void>()
    let isFree = false
    await worker(queue({ prefix: at }), 'busy', { free: () => capacity.promise, isFree: () => isFree })
    const { job, results } = aJob(3)
    const offer = await offerJob(queue({ prefix: at }), job)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(results.size).toBe(0)
    isFree = true
    capacity.resolve()
    await vi.waitFor(() => expect(results).toEqual(allResults(3)), waitOptions)
    await offer.close()
  })
})

describe.skipIf(ownServerSkip)(label('a work queue without its server', ownServerSkip), () => {
  it('makes no offer until the server runs, and works again after the server lost its data', {
    timeout: 60_000,
  }, async () => {
    const port = await freePort()
    const at = { prefix: 'typecase', at: `nats://127.0.0.1:${port}` }
    const offering = queue(at)
    expect(await offering.offer(aJob(1).job)).toBe(undefined)
    await worker(queue(at), 'a')
    for (let round = 0; round < 2; round++) {
      const dir = await mkdtemp(join(tmpdir(), 'typecase-nats-'))
      const server: NatsServer = await startNats({ dir, port })
      const { job, results } = aJob(5, { token: round + 1 })
      const offer = await offerJob(offering, job)
      await vi.waitFor(() => expect(results).toEqual(allResults(5)), waitOptions)
      await offer.close()
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    }
  })
})
