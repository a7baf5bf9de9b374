import { randomBytes } from 'node:crypto'
import { label } from '@typecase/testing/infra'
import { freshNames } from '@typecase/testing/nats'
import { connect, headers, type Msg, type MsgHdrs, type NatsConnection } from 'nats'
import { describe, expect, it, vi } from 'vitest'
import { aJob, all, bytes, newKey, offered, open, patience, queue, skip, url, worker } from './capitals.ts'

describe.skipIf(skip)(label('a work queue on a shared NATS server', skip), () => {
  const { prefix } = freshNames('forged-work')
  const name = `${prefix}_${Math.random().toString(36).slice(2, 8)}`
  let turn = 0
  const fresh = () => `${name}_${++turn}`
  const connected = async () => {
    const connection = await connect({ servers: url })
    open.push(() => connection.close())
    return connection
  }
  const fieldsOf = (fields: Readonly<Record<string, string>>): MsgHdrs => {
    const result = headers()
    for (const [field, value] of Object.entries(fields)) result.set(field, value)
    return result
  }
  /** Subject of the only job with waiting tasks. */
  const jobSubject = (connection: NatsConnection, at: string) =>
    vi.waitFor(async () => {
      const jsm = await connection.jetstreamManager()
      const task = await jsm.streams.getMessage(`${at.toUpperCase()}_RENDERING`, {
        last_by_subj: `${at}-rendering.tickets.*`,
      })
      return `${at}-rendering.jobs.${task.json<{ job: string }>().job}`
    }, patience)

  it('accepts no result and answers no request without a signature, and still serves its own workers', async () => {
    const at = fresh()
    const { job, results, workers } = aJob(3)
    const offer = await offered(queue({ prefix: at }), job)
    open.push(async () => offer.close())
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
    await vi.waitFor(() => expect(results).toEqual(all(3)), patience)
    expect([...workers]).toEqual(['own'])
  })

  it('does not accept a recorded message for another task', async () => {
    const at = fresh()
    const spy = await connected()
    const heard: Msg[] = []
    spy.subscribe(`${at}-rendering.jobs.*`, {
      callback: (_, message) => void (message.headers?.get('op') === 'result' && heard.push(message)),
    })
    await spy.flush()
    await worker(queue({ prefix: at }), 'own')
    const taken: number[] = []
    const { job } = aJob(2, { result: async (task) => void taken.push(task) })
    const offer = await offered(queue({ prefix: at }), job)
    open.push(async () => offer.close())
    await vi.waitFor(() => expect(taken.toSorted()).toEqual([0, 1]), patience)
    const results = heard.splice(0)
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
          spy.request(subject, data, { timeout: 50, headers: fieldsOf({ ...fields, [field]: value }) }),
        ).rejects.toThrow('TIMEOUT')
      }
    expect(taken).toHaveLength(2)
  })

  it('ignores forged tasks and their tokens', async () => {
    const at = fresh()
    const through = queue({ prefix: at })
    await (await offered(through, aJob(0).job)).close()
    const hostile = await connected()
    const task = { job: 'x', task: 0, token: Number.MAX_SAFE_INTEGER, version: '1' }
    for (const more of [{}, { signature: 5 }, { signature: 'x' }])
      await hostile.jetstream().publish(`${at}-rendering.tickets.x`, JSON.stringify({ ...task, ...more }))
    await worker(queue({ prefix: at }), 'own', { slots: 1 })
    const { job, results } = aJob(2)
    const offer = await offered(through, job)
    open.push(async () => offer.close())
    await vi.waitFor(() => expect(results).toEqual(all(2)), patience)
  })

  it('signs with the first key and accepts all, so that keys rotate without a gap', async () => {
    const at = fresh()
    const [older, newer] = [newKey(), newKey()]
    await worker(queue({ prefix: at, keys: [newer, older] }), 'switched')
    const { job, results } = aJob(2)
    const offer = await offered(queue({ prefix: at, keys: [older, newer] }), job)
    open.push(async () => offer.close())
    await vi.waitFor(() => expect(results).toEqual(all(2)), patience)
  })
})
