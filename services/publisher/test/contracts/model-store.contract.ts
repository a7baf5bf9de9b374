import { beforeEach, describe, expect, it } from 'vitest'
import type { EntryKey, EntrySource, ModelStore, WrittenEntry } from '../../src/core/site/content-model.ts'
import { aPage, aPost } from '../support/sites.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const post = (n: number): EntryKey => ({ type: 'post', id: id(n) })
const page = (n: number): EntryKey => ({ type: 'page', id: id(n) })

function source(key: EntryKey, revision: number, markdown: string): EntrySource {
  const { body: _, ...written } =
    key.type === 'post' ? aPost('one', { id: key.id, tags: ['ü "', '\\'] }) : aPage('a/b', { id: key.id })
  return {
    ...key,
    revision,
    entry: { ...written, textDigest: markdown } as unknown as WrittenEntry,
    markdown,
  }
}

const unpublished = (key: EntryKey, revision: number): EntrySource => ({
  ...key,
  revision,
  entry: null,
  markdown: '',
})

/** The contract of ModelStore. */
export function modelStoreContract(open: () => Promise<ModelStore>): void {
  let store: ModelStore
  beforeEach(async () => {
    store = await open()
  })
  const byId = async () =>
    new Map((await store.records()).records.map((record) => [`${record.type} ${record.id}`, record]))

  describe('the read model', () => {
    it('is empty at first', async () => {
      expect(await store.cursor()).toBeUndefined()
      await store.moveCursor('0')
      expect(await store.records()).toEqual({ cursor: '0', records: [] })
      expect(await store.texts([post(1)])).toEqual(new Map())
    })

    it('returns stored records, and their Markdown separately', async () => {
      const sources = [source(post(1), 1, 'text ü \\ "{}"'), source(page(1), 4, '')]
      await store.apply(sources)
      await store.moveCursor('c1')
      const { cursor, records } = await store.records()
      expect(cursor).toBe('c1')
      expect(await store.cursor()).toBe('c1')
      expect(records).toHaveLength(2)
      for (const { markdown: _, ...record } of sources) expect(records).toContainEqual(record)
      expect(await store.texts([post(1), page(1), post(9)])).toEqual(
        new Map([
          [`post ${id(1)}`, 'text ü \\ "{}"'],
          [`page ${id(1)}`, ''],
        ]),
      )
    })

    it('keeps the newest revision, whatever the order', async () => {
      await store.moveCursor('c')
      await store.apply([source(post(1), 3, 'three')])
      await store.apply([source(post(1), 2, 'two')])
      expect(await store.texts([post(1)])).toEqual(new Map([[`post ${id(1)}`, 'three']]))
      await store.apply([source(post(1), 3, 'three again')])
      expect(await store.texts([post(1)])).toEqual(new Map([[`post ${id(1)}`, 'three again']]))
    })

    it('deletes the text and data of an unpublished entry, but keeps its revision number', async () => {
      await store.moveCursor('c')
      await store.apply([source(post(1), 1, 'one'), source(post(2), 1, 'two')])
      await store.apply([unpublished(post(1), 2)])
      expect((await byId()).get(`post ${id(1)}`)).toEqual({ ...post(1), revision: 2, entry: null })
      expect(await store.texts([post(1), post(2)])).toEqual(new Map([[`post ${id(2)}`, 'two']]))
      await store.apply([source(post(1), 1, 'late')])
      expect((await byId()).get(`post ${id(1)}`)?.entry).toBeNull()
    })

    it('lets other processes read the state at the time of `hold`', async () => {
      await store.moveCursor('before')
      await store.apply([source(post(1), 1, 'one'), source(post(2), 1, 'two')])
      const { snapshot, end } = await store.hold()
      await store.apply([source(post(1), 2, 'later'), unpublished(post(2), 2), source(post(3), 1, 'three')])
      await store.moveCursor('after')
      const keys = [post(1), post(2), post(3)]
      const read = await store.readHeld(snapshot, async (model) => ({
        cursor: await model.cursor(),
        revisions: await model.revisions(),
        records: await model.records(keys),
        texts: await model.texts(keys),
      }))
      expect(read.cursor).toBe('before')
      const names = (keys: readonly EntryKey[]) => keys.map(({ id }) => id).sort()
      expect(names(read.revisions)).toEqual([id(1), id(2)])
      expect(names(read.records)).toEqual([id(1), id(2)])
      expect(read.records.every(({ revision, entry }) => revision === 1 && entry !== null)).toBe(true)
      expect([...read.texts.values()].sort()).toEqual(['one', 'two'])
      await end()
      await expect(store.readHeld(snapshot, async () => undefined)).rejects.toThrow()
    })

    it('stores many records in one call', async () => {
      const keys = Array.from({ length: 1_200 }, (_, n) => (n % 3 === 0 ? page(n) : post(n)))
      await store.moveCursor('c')
      await store.apply(keys.map((key, n) => source(key, 1, `text ${n}`)))
      const { records } = await store.records()
      expect(records.map(({ type, id }) => `${type} ${id}`).sort()).toEqual(
        keys.map(({ type, id }) => `${type} ${id}`).sort(),
      )
      expect((await store.texts(keys)).get(`post ${id(1_199)}`)).toBe('text 1199')
    })
  })
}
