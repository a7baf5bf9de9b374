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
  const make = (asked: Claim) => {
    const post = samplePost()
    return store.writeOnce(asked, async (tx) => {
      await tx.posts.insert(post)
      return { id: post.id, list: [1, 'two', null] }
    })
  }
  const count = async () => (await store.read.posts.list(everything)).total

  it('does the work once and returns the first response again', async () => {
    const asked = claim()
    const first = await make(asked)
    const before = await count()
    expect(first.replayed).toBe(false)
    expect(await make(asked)).toEqual({ answer: first.answer, replayed: true })
    expect(await count()).toBe(before)
  })

  it('refuses the key with another fingerprint', async () => {
    const asked = claim()
    await make(asked)
    await expect(make({ ...asked, fingerprint: 'f2' })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'IDEMPOTENCY_MISMATCH',
    })
  })

  it('separates keys of users and routes', async () => {
    const asked = claim({ key: '\u0000"💥'.repeat(500) })
    const first = await make(asked)
    for (const other of [{ owner: 'u2' }, { route: 'POST /api/pages' }, { key: `${asked.key}x` }]) {
      const { answer, replayed } = await make({ ...asked, ...other })
      expect(replayed).toBe(false)
      expect(answer.id).not.toBe(first.answer.id)
    }
  })

  it('stores no response of work that throws', async () => {
    const asked = claim()
    const failing = store.writeOnce(asked, async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await make(asked)).replayed).toBe(false)
  })

  it('expires a key after 24 hours', async () => {
    const asked = claim({ at: at(0) })
    const first = await make(asked)
    expect((await make({ ...asked, at: at(day - 1) })).replayed).toBe(true)
    const later = await make({ ...asked, fingerprint: 'f2', at: at(day) })
    expect(later.replayed).toBe(false)
    expect(later.answer.id).not.toBe(first.answer.id)
  })

  it('refuses a second call while the first runs, and answers it afterwards', async () => {
    const asked = claim()
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = store.writeOnce(asked, async () => {
      begun.resolve()
      await go.promise
      return { n: 1 }
    })
    await begun.promise
    await expect(make(asked)).rejects.toMatchObject({ kind: 'conflict', code: 'IDEMPOTENCY_IN_PROGRESS' })
    go.resolve()
    expect(await first).toEqual({ answer: { n: 1 }, replayed: false })
    expect(await make(asked)).toEqual({ answer: { n: 1 }, replayed: true })
  })

  it('does the work once for 8 callers at the same time', async () => {
    const asked = claim()
    const before = await count()
    const results = await Promise.allSettled(range(8).map(() => make(asked)))
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
