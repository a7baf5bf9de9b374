import { describe, expect, it } from 'vitest'
import { memoryContentStore } from '../../../test/memory/store.ts'
import { draftItem } from '../items/build-item.ts'
import { cursorAfter, placeOf } from './list-cursor.ts'
import { postRules } from './post-rules.ts'
import { listPosts } from './queries.ts'

const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const reader = { kind: 'anonymous' } as const
const view = 'none' as const

describe('a cursor', () => {
  it('encodes the position that it was created from', () => {
    for (const ms of [0, -1, 1_795_000_000_123]) {
      const position = { createdAt: new Date(ms), id: idOf(7) }
      expect(placeOf(cursorAfter(position))).toEqual(position)
    }
  })

  it.each([
    '',
    '7',
    `${idOf(7)}`,
    `1_${idOf(7)} `,
    `1.5_${idOf(7)}`,
    `1_${idOf(7).slice(1)}`,
    `1000000000000000_${idOf(7)}`,
  ])('is not parsed from %j', (text) => {
    expect(placeOf(text)).toBeUndefined()
  })
})

describe('a list of posts', () => {
  const store = memoryContentStore()
  const list = listPosts({ store })
  const publish = (n: number) =>
    store.write((tx) => {
      const creation = { id: idOf(n), by: 'ada', at: new Date(n < 4 ? 1000 : 2000) }
      return tx.posts.insert({
        ...draftItem(postRules, { metadata: { title: `Post ${n}`, status: 'published' } }, creation).item,
        revision: 1,
      })
    })

  it('returns each post once across all pages, despite concurrent writes', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await publish(n)
    const seen: string[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < 4; pages++) {
      const { items, total, next } = await list(reader, { view, limit: 2, cursor })
      expect(total).toBe(7 + pages)
      seen.push(...items.map(({ id }) => id))
      cursor = next
      await publish(100 + pages)
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map(idOf))
    expect(cursor).toBeUndefined()
  })

  it('has no cursor when sorted by title', async () => {
    expect((await list(reader, { view, limit: 2, sort: 'title' })).next).toBeUndefined()
  })

  it.each([
    ['an invalid format', { cursor: 'here' }],
    [
      'a date out of range',
      { cursor: cursorAfter({ createdAt: new Date(-999_999_999_999_999), id: idOf(1) }) },
    ],
    ['an offset', { cursor: cursorAfter({ createdAt: new Date(0), id: idOf(1) }), offset: 1 }],
    ['another order', { cursor: cursorAfter({ createdAt: new Date(0), id: idOf(1) }), sort: 'createdAt' }],
  ])('refuses a cursor with %s', async (_, query) => {
    await expect(list(reader, { view, limit: 2, ...query })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      problems: [{ path: 'cursor' }],
    })
  })
})
