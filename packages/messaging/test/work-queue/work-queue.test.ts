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
import { aJob, all, bytes, keys, log, offered, open, patience, queue, skip, url, worker } from './capitals.ts'

const own =
  skip ??
  (process.env.TEST_NATS_URL || process.env.NATS_URL ? 'needs a server that may be stopped' : undefined)

describe.skipIf(skip)(label('a work queue on JetStream', skip), () => {
  const { prefix } = freshNames('work-queue')
  const name = `${prefix}_${Math.random().toString(36).slice(2, 8)}`
  let turn = 0
  const fresh = () => `${name}_${++turn}`

  it('shares the tasks of a job among workers, each of which requests the frame once', async () => {
    const at = fresh()
    for (const id of ['a', 'b', 'c']) await worker(queue({ prefix: at }), id)
    const { job, results, workers, frames } = aJob(60, {})
    const offer = await offered(queue({ prefix: at }), job)
    await vi.waitFor(() => expect(results).toEqual(all(60)), patience)
    await offer.close()
    expect([...workers].sort()).toEqual(['a', 'b', 'c'])
    expect(frames()).toBe(1)
  })

  it('carries inputs and results larger than a message', async () => {
    const at = fresh()
    const large = 'x'.repeat(3_000_000)
    await worker(queue({ prefix: at }), 'a')
    const { job, results } = aJob(1, { frame: async () => bytes(''), input: async () => bytes(large) })
    const offer = await offered(queue({ prefix: at }), job)
    await vi.waitFor(() => expect(results.size).toBe(1), patience)
    await offer.close()
    expect(results.get(0) === large.toUpperCase()).toBe(true)
  })

  it('gives the task of a failing worker to another one', async () => {
    const at = fresh()
    await worker(queue({ prefix: at }), 'broken', { work: () => Promise.reject(new Error('not here')) })
    const { job, results, workers } = aJob(4)
    const offer = await offered(queue({ prefix: at }), job)
    await worker(queue({ prefix: at }), 'whole')
    await vi.waitFor(() => expect(results).toEqual(all(4)), { ...patience, timeout: 60_000 })
    await offer.close()
    expect([...workers]).toEqual(['whole'])
  })

  it('leaves a task to workers with the same version', async () => {
    const at = fresh()
    await worker(queue({ prefix: at, version: 'older' }), 'older')
    const { job, results, workers } = aJob(3)
    const offer = await offered(queue({ prefix: at, version: 'newer' }), job)
    await worker(queue({ prefix: at, version: 'newer' }), 'newer')
    await vi.waitFor(() => expect(results).toEqual(all(3)), { ...patience, timeout: 60_000 })
    await offer.close()
    expect([...workers]).toEqual(['newer'])
  })

  it('drops the tasks of an overtaken job, and runs the tasks of the newer job', async () => {
    const at = fresh()
    const asked: string[] = []
    const noting = (word: string, token: number) =>
      aJob(1, {
        token,
        input: async () => {
          asked.push(word)
          return bytes(word)
        },
      })
    await worker(queue({ prefix: at }), 'a', { slots: 1 })
    const offering = queue({ prefix: at })
    const [newer, older, newest] = [noting('newer', 7), noting('older', 6), noting('newest', 8)]
    for (const { job, results } of [newer, older, newest]) {
      const offer = await offered(offering, job)
      if (job.token !== 6) await vi.waitFor(() => expect(results.size).toBe(1), patience)
      open.push(async () => offer.close())
    }
    expect(asked).toEqual(['newer', 'newest'])
  })

  it('leaves nothing in the stream when a job is closed, and workers drop tasks of a dead process', async () => {
    const at = fresh()
    const connection = await connect({ servers: url })
    onTestFinished(() => connection.close())
    const jsm = await connection.jetstreamManager()
    const left = async () => (await jsm.streams.info(`${at.toUpperCase()}_RENDERING`)).state.messages
    const offer = await offered(queue({ prefix: at }), aJob(5).job)
    await vi.waitFor(async () => expect(await left()).toBe(5), patience)
    await offer.close()
    expect(await left()).toBe(0)
    const dying = jetStreamWorkQueue({ url, name: 'rendering', version: '1', log, prefix: at, keys })
    await offered(dying, aJob(5).job)
    await vi.waitFor(async () => expect(await left()).toBe(5), patience)
    await dying.close()
    await worker(queue({ prefix: at }), 'a')
    await vi.waitFor(async () => expect(await left()).toBe(0), patience)
  })

  it('withdraws only the tasks of its job while others wait', async () => {
    const at = fresh()
    const offering = queue({ prefix: at })
    const [first, second] = [aJob(5), aJob(3, { token: 2 })]
    const over = await offered(offering, first.job)
    const offer = await offered(offering, second.job)
    await over.close()
    await worker(queue({ prefix: at }), 'a')
    await vi.waitFor(() => expect(second.results).toEqual(all(3)), patience)
    expect(first.results.size).toBe(0)
    await offer.close()
  })

  it('drops invalid messages, and runs valid tasks', async () => {
    const at = fresh()
    const connection = await connect({ servers: url })
    onTestFinished(() => connection.close())
    const jsm = await connection.jetstreamManager()
    const through = queue({ prefix: at })
    const { job, results } = aJob(3)
    await (await offered(through, aJob(0).job)).close()
    const half = '{"job":"x","token":1}'
    for (const text of ['no JSON', '{}', '"x"', 'null', half])
      await connection.jetstream().publish(`${at}-rendering.tickets.x`, text)
    const offer = await offered(through, job)
    open.push(async () => offer.close())
    await worker(queue({ prefix: at }), 'a')
    await vi.waitFor(() => expect(results).toEqual(all(3)), patience)
    await vi.waitFor(
      async () => expect((await jsm.streams.info(`${at.toUpperCase()}_RENDERING`)).state.messages).toBe(0),
      patience,
    )
  })

  it('requests nothing from the queue without capacity, until there is some', async () => {
    const at = fresh()
    const time = Promise.withResolvers<void>()
    let isFree = false
    await worker(queue({ prefix: at }), 'busy', { free: () => time.promise, isFree: () => isFree })
    const { job, results } = aJob(3)
    const offer = await offered(queue({ prefix: at }), job)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(results.size).toBe(0)
    isFree = true
    time.resolve()
    await vi.waitFor(() => expect(results).toEqual(all(3)), patience)
    await offer.close()
  })
})

describe.skipIf(own)(label('a work queue without its server', own), () => {
  it('starts without the server, and works as soon as it runs, even if it lost all data', {
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
      const offer = await offered(offering, job)
      await vi.waitFor(() => expect(results).toEqual(all(5)), patience)
      await offer.close()
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    }
  })
})
