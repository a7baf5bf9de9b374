import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Claim, ContentStore } from '../../src/core/ports.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { at, everything, nextId, range, samplePost } from './samples.ts'

const day = 24 * 60 * 60 * 1000

/** Contract of ContentStore for idempotency keys (contract.md#idempotency-keys). */
export function onceContract(open: OpenStore): void {
  let opened: OpenedStore
  let store: ContentStore
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())

  const claim = (over: Partial<Claim> = {}): Claim => ({
    owner: 'u1',
    route: 'POST /api/posts',
    key: nextId(),
    fingerprint: 'f1',
    at: at(0),
    ...over,
  })
  const run = (request: Claim) => {
    const post = samplePost()
    return store.writeOnce(request, async (tx) => {
      await tx.posts.insert(post)
      return { id: post.id, list: [1, 'two', null] }
    })
  }
  const count = async () => (await store.read.posts.list(everything)).total

  it('runs the work once and then replays the first response', async () => {
    const request = claim()
    const first = await run(request)
    const before = await count()
    expect(first.replayed).toBe(false)
    expect(await run(request)).toEqual({ answer: first.answer, replayed: true })
    expect(await count()).toBe(before)
  })

  it('refuses the key with another fingerprint', async () => {
    const request = claim()
    await run(request)
    await expect(run({ ...request, fingerprint: 'f2' })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'IDEMPOTENCY_MISMATCH',
    })
  })

  it('separates keys by user and by route', async () => {
    const request = claim({ key: '\u0000"💥'.repeat(500) })
    const first = await run(request)
    for (const other of [{ owner: 'u2' }, { route: 'POST /api/pages' }, { key: `${request.key}x` }]) {
      const { answer, replayed } = await run({ ...request, ...other })
      expect(replayed).toBe(false)
      expect(answer.id).not.toBe(first.answer.id)
    }
  })

  it('stores no response of work that throws', async () => {
    const request = claim()
    const failing = store.writeOnce(request, async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await run(request)).replayed).toBe(false)
  })

  it('expires a key after 24 hours', async () => {
    const request = claim({ at: at(0) })
    const first = await run(request)
    expect((await run({ ...request, at: at(day - 1) })).replayed).toBe(true)
    const later = await run({ ...request, fingerprint: 'f2', at: at(day) })
    expect(later.replayed).toBe(false)
    expect(later.answer.id).not.toBe(first.answer.id)
  })

  it('refuses a second call while the first runs, and replays the response afterwards', async () => {
    const request = claim()
    const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = store.writeOnce(request, async () => {
      started.resolve()
      await finish.promise
      return { n: 1 }
    })
    await started.promise
    await expect(run(request)).rejects.toMatchObject({ kind: 'conflict', code: 'IDEMPOTENCY_IN_PROGRESS' })
    finish.resolve()
    expect(await first).toEqual({ answer: { n: 1 }, replayed: false })
    expect(await run(request)).toEqual({ answer: { n: 1 }, replayed: true })
  })

  it('runs the work once for 8 concurrent callers', async () => {
    const request = claim()
    const before = await count()
    const results = await Promise.allSettled(range(8).map(() => run(request)))
    const answers = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.answer.id] : [],
    )
    expect(new Set(answers).size).toBe(1)
    expect(await count()).toBe(before + 1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' })
  })
}
