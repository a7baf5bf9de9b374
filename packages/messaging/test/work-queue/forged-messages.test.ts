import { randomBytes } from 'node:crypto'
import { label } from '@typecase/testing/infra'
import { freshNames } from '@typecase/testing/nats'
import { connect, headers, type Msg, type MsgHdrs, type NatsConnection } from 'nats'
import { describe, expect, it, vi } from 'vitest'
import {
  aJob,
  allResults,
  bytes,
  cleanups,
  newKey,
  offerJob,
  queue,
  skip,
  url,
  waitOptions,
  worker,
} from './uppercase-jobs.ts'

describe.skipIf(skip)(label('a work queue on a shared NATS server', skip), () => {
  const { prefix } = freshNames('forged-work')
  const name = `${prefix}_${Math.random().toString(36).slice(2, 8)}`
  let count = 0
  const fresh = () => `${name}_${++count}`
  const connected = async () => {
    const connection = await connect({ servers: url })
    cleanups.push(() => connection.close())
    return connection
  }
  const fieldsOf = (fields: Readonly<Record<string, string>>): MsgHdrs => {
    const result = headers()
    for (const [field, value] of Object.entries(fields)) result.set(field, value)
    return result
  }
  /** Subject of the only job that has waiting tasks. */
  const jobSubject = (connection: NatsConnection, at: string) =>
    vi.waitFor(async () => {
      const jsm = await connection.jetstreamManager()
      const task = await jsm.streams.getMessage(`${at.toUpperCase()}_RENDERING`, {
        last_by_subj: `${at}-rendering.tickets.*`,
      })
      return `${at}-rendering.jobs.${task.json<{ job: string }>().job}`
    }, waitOptions)

  it('ignores results and requests without a valid signature, and serves its own workers', async () => {
    const at = fresh()
    const { job, results, workers } = aJob(3)
    const offer = await offerJob(queue({ prefix: at }), job)
    cleanups.push(async () => offer.close())
    const hostile = await connected()
    const subject = await jobSubject(hostile, at)
    const forged = { worker: 'hostile', task: '0', parcel: 'x', index: '0', parts: '1' }
    for (const signature of [undefined, '', 'x', randomBytes(32).toString('base64url')])
      for (const op of ['result', 'input', 'frame', 'part']) {
        const sent = fieldsOf({ ...forged, op, ...(signature === undefined ? {} : { signature }) })
        await expect(
          hostile.request(subject, bytes('<script>'), { timeout: 50, headers: sent }),
          op,
        ).rejects.toThrow('TIMEOUT')
      }
    expect(results.size).toBe(0)
    await worker(queue({ prefix: at }), 'own')
    await vi.waitFor(() => expect(results).toEqual(allResults(3)), waitOptions)
    expect([...workers]).toEqual(['own'])
  })

  it('rejects a replayed result with changed headers', async () => {
    const at = fresh()
    const recorder = await connected()
    const recorded: Msg[] = []
    recorder.subscribe(`${at}-rendering.jobs.*`, {
      callback: (_, message) => void (message.headers?.get('op') === 'result' && recorded.push(message)),
    })
    await recorder.flush()
    await worker(queue({ prefix: at }), 'own')
    const accepted: number[] = []
    const { job } = aJob(2, { result: async (task) => void accepted.push(task) })
    const offer = await offerJob(queue({ prefix: at }), job)
    cleanups.push(async () => offer.close())
    await vi.waitFor(() => expect(accepted.toSorted()).toEqual([0, 1]), waitOptions)
    const results = recorded.splice(0)
    expect(results).toHaveLength(2)
    for (const { subject, data, headers: sent } of results)
      for (const [field, value] of [
        ['task', '7'],
        ['worker', 'other'],
        ['parcel', 'other'],
        ['parts', '2'],
      ] as const) {
        const fields = Object.fromEntries((sent?.keys() ?? []).map((key) => [key, sent?.get(key) ?? '']))
        await expect(
          recorder.request(subject, data, { timeout: 50, headers: fieldsOf({ ...fields, [field]: value }) }),
        ).rejects.toThrow('TIMEOUT')
      }
    expect(accepted).toHaveLength(2)
  })

  it('ignores forged tasks and their tokens', async () => {
    const at = fresh()
    const offering = queue({ prefix: at })
    await (await offerJob(offering, aJob(0).job)).close()
    const hostile = await connected()
    const task = { job: 'x', task: 0, token: Number.MAX_SAFE_INTEGER, version: '1' }
    for (const more of [{}, { signature: 5 }, { signature: 'x' }])
      await hostile.jetstream().publish(`${at}-rendering.tickets.x`, JSON.stringify({ ...task, ...more }))
    await worker(queue({ prefix: at }), 'own', { slots: 1 })
    const { job, results } = aJob(2)
    const offer = await offerJob(offering, job)
    cleanups.push(async () => offer.close())
    await vi.waitFor(() => expect(results).toEqual(allResults(2)), waitOptions)
  })

  it('signs with the first key and verifies with all keys, so that keys can be rotated', async () => {
    const at = fresh()
    const [older, newer] = [newKey(), newKey()]
    await worker(queue({ prefix: at, keys: [newer, older] }), 'rotated')
    const { job, results } = aJob(2)
    const offer = await offerJob(queue({ prefix: at, keys: [older, newer] }), job)
    cleanups.push(async () => offer.close())
    await vi.waitFor(() => expect(results).toEqual(allResults(2)), waitOptions)
  })
})
