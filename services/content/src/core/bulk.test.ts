import type { Actor } from '@typecase/kernel'
import { expect, it } from 'vitest'
import { memoryContentStore } from '../../test/memory/store.ts'
import { unexpected } from '../../test/unexpected.ts'
import { markup } from '../adapters/markup/markup.ts'
import { contentApp } from './app.ts'
import { type BatchWork, inBatches } from './bulk.ts'
import type { ContentWriter } from './ports.ts'

const editor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: 's1' }
const ids = Array.from({ length: 60 }, (_, i) => `id${i}`)

it('processes distinct ids in order, in batches of 25', async () => {
  const batches: number[] = []
  const work: BatchWork = async (_, __, batch) => {
    batches.push(batch.length)
    return new Set(batch.filter((id) => id !== 'id7'))
  }
  const items = await inBatches(
    memoryContentStore(),
    { action: 'publish', ids: [...ids, ...ids] },
    { missing: 'missing', work, logError: unexpected },
  )
  expect(batches).toEqual([25, 25, 10])
  expect(items.map(({ id }) => id)).toEqual(ids)
  expect(items[7]).toEqual({ id: 'id7', success: false, error: 'missing' })
  expect(items[8]).toEqual({ id: 'id8', success: true, status: 'published' })
})

it('retries a failed batch item by item, so that only the failing item fails', async () => {
  const work: BatchWork = async (_, __, batch) => {
    if (batch.includes('id3')) throw new Error('secret inside')
    return new Set(batch)
  }
  const logged: unknown[] = []
  const logError = (error: unknown) => logged.push(error)
  const batches = { missing: 'missing', work, logError }
  const items = await inBatches(memoryContentStore(), { action: 'delete', ids }, batches)
  expect(logged).toEqual([new Error('secret inside')])
  expect(items.filter(({ success }) => !success)).toEqual([
    { id: 'id3', success: false, error: 'Internal error' },
  ])
})

it('refuses an unknown action, an empty list and too many ids', async () => {
  const app = contentApp({
    store: memoryContentStore(),
    markup: markup(),
    clock: () => new Date(0),
    newId: () => 'x',
    logError: unexpected,
  })
  const many = Array.from({ length: 10_001 }, (_, i) => `${i}`)
  for (const input of [
    { action: 'Publish', ids },
    { action: 'publish', ids: [] },
    { action: 'publish', ids: many },
  ]) {
    await expect(app.bulkPosts(editor, input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await expect(app.bulkPages(editor, input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  }
})

it('records an event for each changed item, and none for an item that already has the status', async () => {
  const store = memoryContentStore()
  let count = 0
  const app = contentApp({
    store,
    markup: markup(),
    clock: () => new Date(0),
    newId: () => `id${++count}`,
    logError: unexpected,
  })
  const [a, b] = [
    await app.createPost(editor, { metadata: { title: 'a' } }),
    await app.createPost(editor, { metadata: { title: 'b', status: 'published' } }),
  ]
  const before = store.facts().length
  const items = await app.bulkPosts(editor, { action: 'publish', ids: [a.item.id, b.item.id] })
  expect(items.every(({ success }) => success)).toBe(true)
  expect(store.facts().slice(before)).toMatchObject([
    {
      type: 'content.post.published',
      revision: 2,
      data: { previousStatus: 'draft', changed: ['status', 'publishedAt'] },
    },
  ])
})

it('runs batches concurrently up to the limit, and returns results in the order of the ids', async () => {
  let [running, most] = [0, 0]
  const completions: (() => void)[] = []
  const store = {
    ...memoryContentStore(),
    write: <T>(work: (tx: ContentWriter) => Promise<T>) => work({} as ContentWriter),
  }
  const work: BatchWork = async (_, __, batch) => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => completions.push(resolve))
    running--
    return new Set(batch)
  }
  const result = inBatches(
    store,
    { action: 'publish', ids: [...ids, ...ids.map((id) => `${id}b`)] },
    { missing: 'missing', work, logError: unexpected, parallel: 2 },
  )
  // Batches complete in the reverse order of their start.
  for (let n = 0; n < 5; n++) {
    completions.pop()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await result).map(({ id }) => id)).toEqual([...ids, ...ids.map((id) => `${id}b`)])
  expect(most).toBe(2)
})

it.each([1, 3])(
  'stops after the running batches when the caller cancels, with %i in parallel',
  async (parallel) => {
    const caller = new AbortController()
    let batches = 0
    const work: BatchWork = async (_, __, batch) => {
      batches++
      caller.abort()
      return new Set(batch)
    }
    const many = Array.from({ length: 250 }, (_, i) => `id${i}`)
    const items = inBatches(
      memoryContentStore(),
      { action: 'draft', ids: many },
      { missing: 'missing', work, logError: unexpected, parallel },
      caller.signal,
    )
    await expect(items).rejects.toThrow()
    expect(batches).toBe(parallel)
  },
)
