import { AppError } from '@typecase/kernel'
import { createLogger } from '@typecase/runtime/log'
import { describe, expect, test } from 'vitest'
import { markdownMarkup } from '../../adapters/markup/markup.ts'
import { memoryReferenceStore } from '../../adapters/memory/reference-store.ts'
import type { Content } from '../ports.ts'
import { catchUp, followItem, knownItems } from './follow-content.ts'
import type { ContentItem, ItemChange } from './item.ts'

const target = { fileId: 'f', urls: ['/images/a.png'] }

/** Content with a list of changes; `read` may be made slow. */
function fixture() {
  const items = new Map<string, ContentItem>()
  const changes: ItemChange[] = []
  let reads = 0
  let now = 0
  const content: Pick<Content, 'changesSince' | 'item'> = {
    changesSince: async (cursor) => ({ changes: changes.slice(Number(cursor ?? 0)), cursor: String(changes.length) }),
    item: async ({ id }) => {
      reads++
      return items.get(id)
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
      items.set(id, { type: 'post', id, revision, title: id, slug: id, status: 'draft', body, ...(featuredImage ? { featuredImage } : {}) })
      changes.push({ type: 'post', id, revision, deleted: false })
    },
    remove(id: string, revision: number) {
      items.delete(id)
      changes.push({ type: 'post', id, revision, deleted: true })
    },
    reads: () => reads,
    pass(ms: number) {
      now += ms
    },
    found: async () => (await references.find(target)).map(({ id }) => id),
  }
}

describe('catching up', () => {
  test('asks for what changed, once', async () => {
    const { ports, save, reads, found } = fixture()
    save('1', '![x](/images/a.png)', 1)
    save('2', 'none', 1)
    const bringUpToDate = catchUp(ports)
    await bringUpToDate()
    await bringUpToDate()
    expect([await found(), reads()]).toEqual([['1'], 2])
    save('2', '![x](/images/a.png)', 2)
    await bringUpToDate()
    expect([await found(), reads()]).toEqual([['1', '2'], 3])
  })

  test('goes on past an item that no parser can read: it embeds nothing that is known, and its featured image counts', async () => {
    const { ports, references, save, found } = fixture()
    const unreadable = `${'> '.repeat(20_000)}![x](/images/a.png)`
    save('1', unreadable, 1)
    save('2', '![x](/images/a.png)', 1)
    await followItem(ports)({ type: 'post', id: '1' })
    await catchUp(ports)()
    expect([await found(), await references.cursor()]).toEqual([['2'], '2'])
    save('1', unreadable, 2, { url: '/images/a.png' })
    await catchUp(ports)()
    expect(await found()).toEqual(['1', '2'])
  })

  test('asks for nothing that an event has brought already', async () => {
    const { ports, save, reads } = fixture()
    save('1', 'x', 1)
    await followItem(ports)({ type: 'post', id: '1' })
    await catchUp(ports)()
    expect(reads()).toBe(1)
  })

  test('an event asks for nothing that catching up has brought already, and for what is newer', async () => {
    const { ports, save, remove, reads, found } = fixture()
    save('1', 'x', 2)
    await catchUp(ports)()
    await followItem(ports)({ type: 'post', id: '1' }, 1)
    await followItem(ports)({ type: 'post', id: '1' }, 2)
    expect(reads()).toBe(1)
    save('1', '![x](/images/a.png)', 3)
    await followItem(ports)({ type: 'post', id: '1' }, 3)
    expect([await found(), reads()]).toEqual([['1'], 2])
    remove('1', 4)
    await followItem(ports)({ type: 'post', id: '1' }, 4)
    await followItem(ports)({ type: 'post', id: '1' }, 3)
    expect([await found(), reads()]).toEqual([[], 3])
  })

  test('what was brought already is told apart from what is newer, unknown or of a page with the same id', async () => {
    const { ports, save, remove } = fixture()
    save('1', 'x', 3)
    save('2', 'x', 1)
    await catchUp(ports)()
    remove('2', 2)
    await catchUp(ports)()
    const asked = [
      { type: 'post', id: '1', revision: 2 },
      { type: 'post', id: '1', revision: 3 },
      { type: 'post', id: '1', revision: 4 },
      { type: 'page', id: '1', revision: 1 },
      { type: 'post', id: '2', revision: 2 },
      { type: 'post', id: '3', revision: 1 },
    ] as const
    expect(await knownItems(ports)(asked)).toEqual([true, true, false, false, true, false])
    expect(await knownItems(ports)([])).toEqual([])
  })

  test('a slow reader of an item that was deleted meanwhile does not bring it back, though it was never seen before', async () => {
    const { ports, content, save, remove, found } = fixture()
    save('1', '![x](/images/a.png)', 1)
    const gate = Promise.withResolvers<void>()
    const read = content.item
    const slow = {
      ...ports,
      content: {
        ...ports.content,
        item: async (key: Parameters<typeof read>[0]) => {
          const item = await read(key)
          await gate.promise
          return item
        },
      },
    }
    const following = followItem(slow)({ type: 'post', id: '1' })
    await Promise.resolve()
    remove('1', 2)
    await catchUp(ports)()
    gate.resolve()
    await following
    await catchUp(ports)()
    expect(await found()).toEqual([])
  })

  test('gives up in time, keeps what it did, and the next call ends it', async () => {
    const { ports, content, save, pass, found } = fixture()
    for (let n = 10; n < 50; n++) save(String(n), '![x](/images/a.png)', 1)
    const read = content.item
    const slowly = {
      ...ports,
      content: {
        ...ports.content,
        item: async (key: Parameters<typeof read>[0]) => {
          pass(100)
          return read(key)
        },
      },
    }
    await expect(catchUp(slowly)(2_000)).rejects.toMatchObject({ kind: 'unavailable', code: 'REFERENCES_BEHIND' })
    const done = (await found()).length
    expect(done).toBeGreaterThan(10)
    expect(done).toBeLessThan(40)
    await catchUp(slowly)(2_000)
    expect(await found()).toHaveLength(40)
  })

  test('does not read again what somebody else has brought up to date meanwhile', async () => {
    const { ports, content, save, found } = fixture()
    for (let n = 10; n < 30; n++) save(String(n), '![x](/images/a.png)', 1)
    const read = content.item
    const asked: string[] = []
    const item = async (key: Parameters<typeof read>[0]) => {
      asked.push(key.id)
      if (key.id === '10') await followItem(ports)({ type: 'post', id: '29' })
      return read(key)
    }
    await catchUp({ ...ports, content: { ...ports.content, item } })()
    expect(asked).toHaveLength(19)
    expect(asked).not.toContain('29')
    expect(await found()).toHaveLength(20)
  })

  test('says that there is no answer while content is away, and passes on what is a fault', async () => {
    const { ports } = fixture()
    const failing = (error: Error) =>
      catchUp({
        ...ports,
        content: {
          ...ports.content,
          changesSince: async () => {
            throw error
          },
        },
      })()
    await expect(failing(new AppError('unavailable', 'UPSTREAM_UNAVAILABLE', 'away'))).rejects.toMatchObject({ code: 'REFERENCES_BEHIND' })
    await expect(failing(new TypeError('a bug'))).rejects.toThrow('a bug')
  })
})
