import { beforeEach, expect, test } from 'vitest'
import { fileDescribed, fileStored, type MediaFact } from '../../src/core/events.ts'
import type { MediaFile } from '../../src/core/files/file.ts'
import type { FileStore } from '../../src/core/ports.ts'

export interface OpenFileStore {
  readonly store: FileStore
  /** All recorded events, in order. */
  facts(): Promise<readonly Pick<MediaFact, 'type' | 'entity' | 'revision'>[]>
}

let count = 0
export function aFile(fields: Partial<MediaFile> = {}): MediaFile {
  const number = (++count).toString(16).padStart(12, '0')
  const at = new Date(Date.UTC(2026, 0, 1) + count)
  return {
    id: `01900000-0000-7000-8000-${number}`,
    filename: `a-photo-${number}.png`,
    originalFilename: 'A Photo Ä😀.PNG',
    type: 'image',
    mimeType: 'image/png',
    size: 5_000_000_000,
    digest: 'ab'.repeat(32),
    alt: 'An "alt"',
    caption: 'A\ncaption',
    width: 3,
    height: 2,
    createdAt: at,
    updatedAt: at,
    revision: 1,
    ...fields,
  }
}

/** Contract of FileStore. `open` returns an empty store. */
export function fileStoreContract(open: () => Promise<OpenFileStore>): void {
  let store: FileStore
  let facts: OpenFileStore['facts']
  const start = new Date('2026-01-01T00:00:00.000Z')
  const after = (minutes: number, ms = 0) => new Date(start.getTime() + minutes * 60_000 + ms)
  const insert = (...files: MediaFile[]) =>
    store.write(async (tx) => {
      for (const file of files) await tx.insert(file)
    })
  beforeEach(async () => {
    ;({ store, facts } = await open())
  })

  test('a file is returned as stored, by id and by name', async () => {
    const file = aFile()
    const { width: _, height: __, ...bare } = aFile({ type: 'document', alt: '', caption: '' })
    await insert(file, bare)
    expect(await store.get(file.id)).toEqual(file)
    expect(await store.get(bare.id)).toEqual(bare)
    expect(await store.named('images', file.filename)).toEqual(file)
    expect(await store.named('documents', bare.filename)).toEqual(bare)
    expect(await store.named('documents', file.filename)).toBeUndefined()
  })

  test.each(['00000000-0000-7000-8000-000000000000', 'none', '', "x' or 1=1", 'a\0b'])(
    'the unknown id or name %j is not found',
    async (id) => {
      expect(await store.get(id)).toBeUndefined()
      expect(await store.named('images', id)).toBeUndefined()
      expect(await store.write((tx) => tx.getForUpdate(id))).toBeUndefined()
      expect(await store.existing([id])).toEqual(new Set())
    },
  )

  test('an id in upper case is not found', async () => {
    const file = aFile({ id: '0190abcd-0000-7000-8000-000000000001' })
    await insert(file)
    const upperCaseId = file.id.toUpperCase()
    expect(await store.get(upperCaseId)).toBeUndefined()
    expect(await store.write((tx) => tx.getForUpdate(upperCaseId))).toBeUndefined()
    expect(await store.existing([upperCaseId])).toEqual(new Set())
  })

  test('two files cannot have the same name, and a failed write stores nothing', async () => {
    const file = aFile()
    await insert(file)
    const [other, twin] = [aFile(), aFile({ filename: file.filename })]
    await expect(insert(other, twin)).rejects.toThrow()
    expect(await store.existing([file.id, other.id, twin.id])).toEqual(new Set([file.id]))
  })

  test('an event is stored with its change', async () => {
    const [kept, lost] = [aFile(), aFile()]
    await store.write(async (tx) => {
      await tx.insert(kept)
      await tx.record(fileStored(kept))
    })
    await expect(
      store.write(async (tx) => {
        await tx.insert(lost)
        await tx.record(fileStored(lost))
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect(await facts()).toMatchObject([
      { type: 'media.file.stored', entity: `file:${kept.id}`, revision: 1 },
    ])
    expect(await store.get(lost.id)).toBeUndefined()
  })

  test('20 writers of one file lose no update', async () => {
    const file = aFile({ caption: '' })
    await insert(file)
    const change = (letter: string) =>
      store.write(async (tx) => {
        const current = await tx.getForUpdate(file.id)
        if (!current) throw new Error('gone')
        const next = { ...current, caption: current.caption + letter, revision: current.revision + 1 }
        await tx.update(next)
        await tx.record(fileDescribed(next))
      })
    const letters = [...'abcdefghijklmnopqrst']
    await Promise.all(letters.map(change))
    const after = await store.get(file.id)
    expect([...(after?.caption ?? '')].sort()).toEqual(letters)
    expect(after?.revision).toBe(21)
    expect((await facts()).map(({ revision }) => revision)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2),
    )
  })

  test('a deleted file is not found', async () => {
    const file = aFile()
    await insert(file)
    await store.write((tx) => tx.delete(file.id))
    expect(await store.get(file.id)).toBeUndefined()
    expect(await store.list({ offset: 0 })).toEqual({ items: [], total: 0 })
  })

  test('an idempotency key belongs to the first upload until its file is deleted', async () => {
    const [first, second] = [aFile(), aFile()]
    const key = { owner: 'u1', route: 'POST /x', key: 'k', at: new Date() }
    const storeWithKey = (file: MediaFile) =>
      store.write(async (tx) => {
        await tx.insert(file)
        return tx.keepKey(key, { fileId: file.id, fingerprint: file.id })
      })
    const found = { fileId: first.id, fingerprint: first.id }
    expect(await store.keyed(key)).toBeUndefined()
    expect(await storeWithKey(first)).toBeUndefined()
    expect(await store.keyed(key)).toEqual(found)
    expect(await store.keyed({ ...key, owner: 'u2' })).toBeUndefined()
    expect(await storeWithKey(second)).toEqual(found)
    await store.write((tx) => tx.delete(first.id))
    expect(await store.keyed(key)).toBeUndefined()
  })

  test('an idempotency key can be used again after 24 hours', async () => {
    const [first, second] = [aFile(), aFile()]
    const keyAt = (at: Date) => ({ owner: 'u1', route: 'POST /x', key: 'k', at })
    const storeWithKey = (file: MediaFile, at: Date) =>
      store.write(async (tx) => {
        await tx.insert(file)
        return tx.keepKey(keyAt(at), { fileId: file.id, fingerprint: file.id })
      })
    const found = ({ id }: MediaFile) => ({ fileId: id, fingerprint: id })
    await storeWithKey(first, start)
    expect(await store.keyed(keyAt(after(24 * 60, -1)))).toEqual(found(first))
    expect(await store.keyed(keyAt(after(24 * 60)))).toBeUndefined()
    expect(await storeWithKey(second, after(24 * 60))).toBeUndefined()
    expect(await store.keyed(keyAt(after(24 * 60)))).toEqual(found(second))
    expect(await storeWithKey(aFile(), after(48 * 60, -1))).toEqual(found(second))
  })

  test('an id has at most one reservation, and the id of a deleted file cannot be reserved', async () => {
    const at = new Date()
    const file = aFile()
    const free = aFile().id
    await insert(file)
    expect(await store.reserveId(file.id, at)).toBe('stored')
    expect(await store.reserveId(free, at)).toBe('free')
    expect(await store.reserveId(free, at)).toBe('reserved')
    await store.releaseId(free)
    expect(await store.reserveId(free, at)).toBe('free')
    await store.write((tx) => tx.delete(file.id))
    await store.releaseId(file.id)
    expect(await store.reserveId(file.id, at)).toBe('deleted')
  })

  test('a reservation expires after 15 minutes', async () => {
    const { id } = aFile()
    expect(await store.reserveId(id, start)).toBe('free')
    expect(await store.reserveId(id, after(15))).toBe('reserved')
    expect(await store.reserveId(id, after(15, 1))).toBe('free')
    expect(await store.reserveId(id, after(30))).toBe('reserved')
  })

  test('only ids of running uploads are reserved', async () => {
    const [running, ended, free] = [aFile().id, aFile().id, aFile().id]
    const deleted = aFile()
    for (const id of [running, ended, deleted.id]) await store.reserveId(id, start)
    await insert(deleted)
    await store.write((tx) => tx.delete(deleted.id))
    await store.releaseId(ended)
    const ids = [running, ended, free, deleted.id, 'none', 'a\0b']
    expect(await store.reserved(ids, after(15))).toEqual(new Set([running]))
    expect(await store.reserved(ids, after(15, 1))).toEqual(new Set())
    expect(await store.reserved([], start)).toEqual(new Set())
  })

  test('the list is newest first, then by id, and its pages have the total', async () => {
    const at = new Date('2026-01-01T00:00:00.000Z')
    const files = [1, 2, 3, 4].map((n) =>
      aFile({
        createdAt: new Date(at.getTime() + (n > 2 ? 5 : n)),
        ...(n === 2 ? { type: 'document' } : {}),
      }),
    )
    await insert(...files)
    const [first, second, third, fourth] = files.map(({ id }) => id)
    const ids = async (query: Parameters<FileStore['list']>[0]) => {
      const { items, total } = await store.list(query)
      return [items.map(({ id }) => id), total]
    }
    expect(await ids({ offset: 0 })).toEqual([[fourth, third, second, first], 4])
    expect(await ids({ offset: 1, limit: 2 })).toEqual([[third, second], 4])
    expect(await ids({ offset: 9, limit: 2 })).toEqual([[], 4])
    expect(await ids({ offset: 0, type: 'document' })).toEqual([[second], 1])
    expect(await ids({ offset: 0, type: 'image', limit: 1 })).toEqual([[fourth], 3])
  })

  test('a search for parts of names, alt texts and captions ignores case and has no wildcards', async () => {
    const named = aFile({
      originalFilename: 'Größe 50%_x.png',
      filename: 'groesse-1.png',
      alt: '',
      caption: '',
    })
    const described = aFile({
      originalFilename: 'b.png',
      filename: 'b-1.png',
      alt: 'Big 50 Dogs',
      caption: 'A back\\slash',
    })
    await insert(named, described)
    const found = async (search: string) =>
      (await store.list({ offset: 0, search })).items.map(({ id }) => id)
    expect(await found('GRÖSSE'.replace('SS', 'ß'))).toEqual([named.id])
    expect(await found('groesse-1')).toEqual([named.id])
    expect(await found('big 50')).toEqual([described.id])
    expect(await found('0%_')).toEqual([named.id])
    expect(await found('\\')).toEqual([described.id])
    expect(await found('nothing of this')).toEqual([])
  })
}
