import { AppError, type ItemChange } from '@typecase/kernel'
import { createLogger } from '@typecase/runtime/log'
import { describe, expect, test } from 'vitest'
import { memoryReferenceStore } from '../../../test/memory/reference-store.ts'
import { markdownMarkup } from '../../adapters/markup/markup.ts'
import type { Content } from '../ports.ts'
import { catchUp, catchUpInBackground, followItems } from './follow-content.ts'
import type { ContentItem } from './item.ts'

const target = { fileId: 'f', urls: ['/images/a.png'] }

/** A fake content service with a list of changes. */
function fixture() {
  const items = new Map<string, ContentItem>()
  const changes: ItemChange[] = []
  let reads = 0
  let now = 0
  const content: Pick<Content, 'changesSince' | 'items'> = {
    changesSince: async (cursor) => ({
      changes: changes.slice(Number(cursor ?? 0)),
      cursor: String(changes.length),
    }),
    async *items(keys) {
      for (const { id } of keys) {
        reads++
        const item = items.get(id)
        if (item) yield item
      }
    },
  }
  const references = memoryReferenceStore()
  const ports = {
    content: content as Content,
    references,
    markup: markdownMarkup({ log: createLogger('media', 'silent') }),
    clock: () => new Date(now),
  }
  return {
    ports,
    content,
    references,
    save(id: string, body: string, revision: number, featuredImage?: ContentItem['featuredImage']) {
      items.set(id, {
        type: 'post',
        id,
        revision,
        title: id,
        slug: id,
        status: 'draft',
        body,
        ...(featuredImage ? { featuredImage } : {}),
      })
      changes.push({ type: 'post', id, revision, deleted: false })
    },
    remove(id: string, revision: number) {
      items.delete(id)
      changes.push({ type: 'post', id, revision, deleted: true })
    },
    reads: () => reads,
    advance(ms: number) {
      now += ms
    },
    found: async () => (await references.find(target)).map(({ id }) => id),
  }
}

describe('catching up', () => {
  test('reads each change once', async () => {
    const { ports, save, reads, found } = fixture()
    save('1', '![x](/images/a.png)', 1)
    save('2', 'none', 1)
    const applyChanges = catchUp(ports)
    await applyChanges()
    await applyChanges()
    expect([await found(), reads()]).toEqual([['1'], 2])
    save('2', '![x](/images/a.png)', 2)
    await applyChanges()
    expect([await found(), reads()]).toEqual([['1', '2'], 3])
  })

  test('continues after an item that cannot be parsed, and counts only its featured image', async () => {
    const { ports, references, save, found } = fixture()
    const unreadable = `${'> '.repeat(20_000)}![x](/images/a.png)`
    save('1', unreadable, 1)
    save('2', '![x](/images/a.png)', 1)
    await followItems(ports)([{ type: 'post', id: '1' }])
    await catchUp(ports)()
    expect([await found(), await references.cursor()]).toEqual([['2'], '2'])
    save('1', unreadable, 2, { url: '/images/a.png' })
    await catchUp(ports)()
    expect(await found()).toEqual(['1', '2'])
  })

  test('skips changes that an event has applied already', async () => {
    const { ports, save, reads } = fixture()
    save('1', 'x', 1)
    await followItems(ports)([{ type: 'post', id: '1' }])
    await catchUp(ports)()
    expect(reads()).toBe(1)
  })

  test('lets an event skip changes that catching up has applied, and apply newer ones', async () => {
    const { ports, save, remove, reads, found } = fixture()
    save('1', 'x', 2)
    await catchUp(ports)()
    await followItems(ports)([{ type: 'post', id: '1', revision: 1 }])
    await followItems(ports)([{ type: 'post', id: '1', revision: 2 }])
    expect(reads()).toBe(1)
    save('1', '![x](/images/a.png)', 3)
    await followItems(ports)([{ type: 'post', id: '1', revision: 3 }])
    expect([await found(), reads()]).toEqual([['1'], 2])
    remove('1', 4)
    await followItems(ports)([{ type: 'post', id: '1', revision: 4 }])
    await followItems(ports)([{ type: 'post', id: '1', revision: 3 }])
    expect([await found(), reads()]).toEqual([[], 3])
  })

  test('reads only newer revisions, each item once', async () => {
    const { ports, save, remove, reads, found } = fixture()
    save('1', 'x', 3)
    save('2', 'x', 1)
    await catchUp(ports)()
    remove('2', 2)
    await catchUp(ports)()
    const before = reads()
    const events = [
      { type: 'post', id: '1', revision: 2 },
      { type: 'post', id: '1', revision: 3 },
      { type: 'post', id: '2', revision: 2 },
    ] as const
    await followItems(ports)(events)
    expect(reads() - before).toBe(0)
    save('1', '![x](/images/a.png)', 5)
    save('3', '![x](/images/a.png)', 1)
    await followItems(ports)([
      ...events,
      { type: 'post', id: '1', revision: 4 },
      { type: 'post', id: '1', revision: 5 },
      { type: 'post', id: '3', revision: 1 },
    ])
    expect([await found(), reads() - before]).toEqual([['1', '3'], 2])
    await followItems(ports)([])
  })

  test('does not store an item that was deleted while it was read', async () => {
    const { ports, content, save, remove, found } = fixture()
    save('1', '![x](/images/a.png)', 1)
    const gate = Promise.withResolvers<void>()
    const slow = {
      ...ports,
      content: {
        ...ports.content,
        async *items(keys: Parameters<typeof content.items>[0]) {
          const read: ContentItem[] = []
          for await (const item of content.items(keys)) read.push(item)
          await gate.promise
          yield* read
        },
      },
    }
    const following = followItems(slow)([{ type: 'post', id: '1' }])
    await Promise.resolve()
    remove('1', 2)
    await catchUp(ports)()
    gate.resolve()
    await following
    await catchUp(ports)()
    expect(await found()).toEqual([])
  })

  test('stops at its time limit and keeps its progress, and the next call finishes', async () => {
    const { ports, content, save, advance, found } = fixture()
    for (let n = 100; n < 300; n++) save(String(n), '![x](/images/a.png)', 1)
    const slowly = {
      ...ports,
      content: {
        ...ports.content,
        async *items(keys: Parameters<typeof content.items>[0]) {
          advance(20 * keys.length)
          yield* content.items(keys)
        },
      },
    }
    await expect(catchUp(slowly)(2_000)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'REFERENCES_BEHIND',
    })
    const done = (await found()).length
    expect(done).toBeGreaterThan(50)
    expect(done).toBeLessThan(200)
    await catchUp(slowly)(4_000)
    expect(await found()).toHaveLength(200)
  })

  test('works in batches in the background until it is done', async () => {
    const { ports, content, save, advance, found } = fixture()
    for (let n = 100; n < 300; n++) save(String(n), '![x](/images/a.png)', 1)
    const slowly = {
      ...ports,
      content: {
        ...ports.content,
        async *items(keys: Parameters<typeof content.items>[0]) {
          advance(600)
          yield* content.items(keys)
        },
      },
    }
    const work = catchUpInBackground(slowly)
    expect(await work()).toBe(false)
    const progress = (await found()).length
    expect(progress).toBeGreaterThan(0)
    expect(progress).toBeLessThan(200)
    while (!(await work())) await Promise.resolve()
    expect(await found()).toHaveLength(200)
  })

  test('does not read items that another process has applied in the meantime', async () => {
    const { ports, content, save, found } = fixture()
    for (let n = 100; n < 200; n++) save(String(n), '![x](/images/a.png)', 1)
    const requestedIds: string[] = []
    async function* items(keys: Parameters<typeof content.items>[0]) {
      requestedIds.push(...keys.map(({ id }) => id))
      if (keys.some(({ id }) => id === '100')) await followItems(ports)([{ type: 'post', id: '199' }])
      yield* content.items(keys)
    }
    await catchUp({ ...ports, content: { ...ports.content, items } })()
    expect(requestedIds).toHaveLength(99)
    expect(requestedIds).not.toContain('199')
    expect(await found()).toHaveLength(100)
  })

  test('throws REFERENCES_BEHIND while content is unavailable, and rethrows other errors', async () => {
    const { ports } = fixture()
    const catchUpWith = (error: Error) =>
      catchUp({
        ...ports,
        content: {
          ...ports.content,
          changesSince: async () => {
            throw error
          },
        },
      })()
    const unavailable = new AppError('unavailable', 'UPSTREAM_UNAVAILABLE', 'away')
    await expect(catchUpWith(unavailable)).rejects.toMatchObject({ code: 'REFERENCES_BEHIND' })
    await expect(catchUpWith(new TypeError('a bug'))).rejects.toThrow('a bug')
  })
})
