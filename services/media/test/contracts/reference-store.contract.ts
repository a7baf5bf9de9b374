import { beforeEach, describe, expect, test } from 'vitest'
import type { ReferenceStore } from '../../src/core/ports.ts'
import type { ItemUses, Use } from '../../src/core/references/item.ts'

const embedded = (url: string, count = 1): Use => ({ referenceType: 'embedded', url, count })
const anItem = (id: string, uses: readonly Use[], fields: Partial<ItemUses> = {}): ItemUses => ({
  type: 'post',
  id,
  revision: 1,
  title: `Title ${id}`,
  slug: `slug-${id}`,
  status: 'draft',
  uses,
  ...fields,
})
const target = { fileId: 'f1', urls: ['/images/a.png', 'https://x.test/images/a.png'] }

/** Contract of ReferenceStore. `open` returns an empty store. */
export function referenceStoreContract(open: () => Promise<ReferenceStore>): void {
  let store: ReferenceStore
  const found = async () =>
    (await store.find(target)).map(({ type, id, referenceType, count }) => [type, id, referenceType, count])
  beforeEach(async () => {
    store = await open()
  })

  test('a use is found by any URL of the file and by id, once per item and reference type', async () => {
    await store.apply([
      anItem('1', [
        embedded('/images/a.png', 2),
        embedded('https://x.test/images/a.png'),
        embedded('/images/b.png'),
        { referenceType: 'featuredImage', url: '/images/a.png', fileId: 'f1', count: 1 },
      ]),
    ])
    await store.apply([anItem('2', [{ referenceType: 'featuredImage', url: '', fileId: 'f1', count: 1 }])])
    await store.apply([
      anItem('3', [
        embedded('/images/a.png?x'),
        embedded('images/a.png'),
        { referenceType: 'featuredImage', url: '', fileId: 'f2', count: 1 },
      ]),
    ])
    expect(await store.find(target)).toEqual([
      {
        id: '1',
        type: 'post',
        title: 'Title 1',
        slug: 'slug-1',
        status: 'draft',
        referenceType: 'embedded',
        count: 3,
      },
      {
        id: '1',
        type: 'post',
        title: 'Title 1',
        slug: 'slug-1',
        status: 'draft',
        referenceType: 'featuredImage',
        count: 1,
      },
      {
        id: '2',
        type: 'post',
        title: 'Title 2',
        slug: 'slug-2',
        status: 'draft',
        referenceType: 'featuredImage',
        count: 1,
      },
    ])
  })

  test('posts come before pages; both are sorted by title and id', async () => {
    const uses = [embedded('/images/a.png')]
    await store.apply([anItem('4', uses, { title: 'B' })])
    await store.apply([anItem('1', uses, { title: 'C', type: 'page' })])
    await store.apply([anItem('3', uses, { title: 'A' })])
    await store.apply([anItem('2', uses, { title: 'B' })])
    await store.apply([anItem('2', uses, { title: 'A', type: 'page' })])
    expect((await found()).map(([type, id]) => `${type} ${id}`)).toEqual([
      'post 3',
      'post 2',
      'post 4',
      'page 2',
      'page 1',
    ])
  })

  test('a newer revision replaces all uses, an older one has no effect', async () => {
    await store.apply([anItem('1', [embedded('/images/a.png')], { revision: 2, title: 'Old' })])
    await store.apply([anItem('1', [embedded('/images/a.png', 5)], { revision: 1, title: 'Older' })])
    expect(await store.find(target)).toMatchObject([{ title: 'Old', count: 1 }])
    await store.apply([anItem('1', [embedded('/images/a.png', 3)], { revision: 3, title: 'New' })])
    expect(await store.find(target)).toMatchObject([{ title: 'New', count: 3 }])
    await store.apply([anItem('1', [], { revision: 4 })])
    expect(await store.find(target)).toEqual([])
  })

  test('the newest of concurrent revisions is stored', async () => {
    const revisions = Array.from({ length: 20 }, (_, index) => index + 1)
    await Promise.all(
      revisions.map((revision) =>
        store.apply([anItem('1', [embedded('/images/a.png', revision)], { revision })]),
      ),
    )
    expect(await found()).toEqual([['post', '1', 'embedded', 20]])
  })

  describe('a deleted item', () => {
    test('has no uses, even after a newer revision', async () => {
      await store.apply([anItem('1', [embedded('/images/a.png')])])
      await store.apply([], [{ type: 'post', id: '1' }])
      await store.apply([], [{ type: 'post', id: '1' }])
      await store.apply([anItem('1', [embedded('/images/a.png')], { revision: 9 })])
      expect(await found()).toEqual([])
    })

    test('stays deleted even if the store did not contain it before', async () => {
      await store.apply([], [{ type: 'page', id: '1' }])
      await store.apply([anItem('1', [embedded('/images/a.png')], { type: 'page', revision: 9 })])
      await store.apply([anItem('1', [embedded('/images/a.png')])])
      expect(await found()).toEqual([['post', '1', 'embedded', 1]])
    })
  })

  test('a reset removes everything except the records of deleted items', async () => {
    await store.apply([anItem('1', [embedded('/images/a.png', 2)], { revision: 5 })])
    await store.apply([anItem('2', [embedded('/images/a.png')])])
    await store.apply([], [{ type: 'post', id: '2' }])
    await store.moveCursor('x')
    await store.forgetAll()
    expect([await found(), await store.cursor(), await store.known([{ type: 'post', id: '1' }])]).toEqual([
      [],
      undefined,
      new Map(),
    ])
    for (const id of ['1', '2']) await store.apply([anItem(id, [embedded('/images/a.png')], { revision: 4 })])
    expect(await found()).toEqual([['post', '1', 'embedded', 1]])
  })

  test('the newest applied revision of an item is returned', async () => {
    await store.apply([anItem('1', [], { revision: 7 })])
    await store.apply([anItem('1', [], { revision: 3, type: 'page' })])
    await store.apply([], [{ type: 'post', id: '2' }])
    const known = await store.known([
      { type: 'post', id: '1' },
      { type: 'post', id: '2' },
      { type: 'post', id: '3' },
    ])
    expect([known.get('post 1'), known.get('post 2'), known.get('post 3')]).toEqual([
      7,
      Number.POSITIVE_INFINITY,
      undefined,
    ])
    expect((await store.known([])).size).toBe(0)
  })

  test('URLs of any length and content are stored', async () => {
    const long = `/images/${'x'.repeat(20_000)}.png`
    await store.apply([anItem('1', [embedded(long), embedded('a\0b'), embedded('😀')])])
    expect(await store.find({ fileId: 'f', urls: [long] })).toHaveLength(1)
    expect(await store.find({ fileId: 'f', urls: ['😀'] })).toHaveLength(1)
  })

  test('the cursor is updated', async () => {
    expect(await store.cursor()).toBeUndefined()
    await store.moveCursor('a')
    await store.moveCursor('b')
    expect(await store.cursor()).toBe('b')
  })
}
