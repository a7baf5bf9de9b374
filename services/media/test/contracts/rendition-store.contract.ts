import { beforeEach, expect, test } from 'vitest'
import { renditionsMade } from '../../src/core/events.ts'
import type { MediaFile } from '../../src/core/files/file.ts'
import type { FileStore } from '../../src/core/ports.ts'
import type { RenditionStore, RenditionTask } from '../../src/core/renditions/ports.ts'
import { type Rendition, renditionName } from '../../src/core/renditions/rendition.ts'
import { aFile } from './file-store.contract.ts'

export interface OpenRenditionStore {
  readonly store: RenditionStore
  readonly files: FileStore
  /** All recorded events, in order. */
  facts(): Promise<readonly { readonly type: string; readonly entity: string; readonly revision: number }[]>
}

export function aRendition({ id, filename }: MediaFile, width: number, extension = 'webp'): Rendition {
  const key = `media/renditions/${id}/x-${width}.${extension}`
  const name = renditionName(filename, width, extension)
  return {
    fileId: id,
    filename: name,
    width,
    height: 7,
    mimeType: `image/${extension}`,
    size: 9,
    digest: 'cd'.repeat(32),
    key,
  }
}

const now = new Date('2099-01-01T00:00:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)

/** Contract of RenditionStore. `open` returns an empty store. */
export function renditionStoreContract(open: () => Promise<OpenRenditionStore>): void {
  let store: RenditionStore
  let files: FileStore
  let facts: OpenRenditionStore['facts']
  const stored = async (fields: Partial<MediaFile> = {}) => {
    const file = aFile(fields)
    await files.write((tx) => tx.insert(file))
    return file
  }
  const claim = async (until = later(1000)): Promise<RenditionTask> => {
    const task = await store.claim(now, until)
    if (!task) throw new Error('nothing is due')
    return task
  }
  beforeEach(async () => {
    ;({ store, files, facts } = await open())
  })

  test('a queued file is claimed by only one of many workers', async () => {
    const file = await stored()
    await store.enqueue(file.id)
    await store.enqueue(file.id)
    const claims = await Promise.all(Array.from({ length: 5 }, () => store.claim(now, later(1000))))
    expect(claims.filter(Boolean)).toEqual([{ fileId: file.id, tries: 1 }])
    expect(await store.claim(later(999), later(2000))).toBeUndefined()
  })

  test('a file that does not exist is not queued', async () => {
    await store.enqueue('01900000-0000-7000-8000-00000000ffff')
    expect(await store.claim(now, now)).toBeUndefined()
  })

  test('all files of some types are queued, each at most once', async () => {
    const [png] = [await stored(), await stored({ mimeType: 'image/svg+xml' })]
    expect(await store.enqueueAll(['image/png', 'image/gif'])).toBe(1)
    expect(await store.enqueueAll(['image/png', 'image/gif'])).toBe(0)
    const task = await claim()
    expect(task.fileId).toBe(png.id)
    await store.finish(task, { renditions: [], why: 'broken' })
    expect(await store.enqueueAll(['image/png'])).toBe(0)
    expect(await store.claim(later(9999), now)).toBeUndefined()
  })

  test('renditions are found by file (narrowest first), name and key; their event is recorded', async () => {
    const [file, bare] = [await stored(), await stored()]
    await store.enqueue(file.id)
    const created = [aRendition(file, 640), aRendition(file, 320), aRendition(file, 320, 'avif')]
    expect(await store.finish(await claim(), { renditions: created, fact: renditionsMade })).toBe(true)
    const [wide, narrow, other] = created
    expect(await store.of([file.id, bare.id])).toEqual(new Map([[file.id, [other, narrow, wide]]]))
    expect(await store.of([])).toEqual(new Map())
    expect(await store.named(wide?.filename ?? '')).toEqual(wide)
    expect(await store.named(file.filename)).toBeUndefined()
    expect(await store.named('a\0b')).toBeUndefined()
    expect(await store.existing([wide?.key ?? '', 'media/renditions/none'])).toEqual(new Set([wide?.key]))
    expect(await store.existing([])).toEqual(new Set())
    expect(await facts()).toMatchObject([
      { type: 'media.file.renditions_made', entity: `file:${file.id}`, revision: 1 },
    ])
  })

  test('the event of a finished task has the current revision of the file', async () => {
    const file = await stored()
    await store.enqueue(file.id)
    const task = await claim()
    await files.write((tx) => tx.update({ ...file, alt: 'new', revision: 2 }))
    await store.finish(task, { renditions: [aRendition(file, 320)], fact: renditionsMade })
    expect(await facts()).toMatchObject([{ revision: 2 }])
  })

  test('a claim expires, and its former holder stores nothing', async () => {
    const file = await stored()
    await store.enqueue(file.id)
    const [late, next] = [await claim(now), await claim()]
    expect(next.tries).toBe(2)
    expect(await store.finish(late, { renditions: [aRendition(file, 320)], fact: renditionsMade })).toBe(
      false,
    )
    await store.release(late, { at: now, counted: true, why: 'late' })
    expect(await store.claim(now, now)).toBeUndefined()
    expect(await store.of([file.id])).toEqual(new Map())
    expect(await facts()).toEqual([])
    expect(await store.finish(next, { renditions: [aRendition(file, 320)], fact: renditionsMade })).toBe(true)
  })

  test('a claim can be extended, unless it is lost or its file is deleted', async () => {
    const file = await stored()
    await store.enqueue(file.id)
    const task = await claim(later(10))
    expect(await store.hold(task, later(100))).toBe(true)
    expect(await store.claim(later(99), later(200))).toBeUndefined()
    const next = await store.claim(later(100), later(200))
    expect(await store.hold(task, later(300))).toBe(false)
    await files.write((tx) => tx.delete(file.id))
    expect(await store.hold(next as RenditionTask, later(300))).toBe(false)
  })

  test('a released task is due at the given time, and its attempt counts only if requested', async () => {
    const file = await stored()
    await store.enqueue(file.id)
    await store.release(await claim(), { at: later(10), counted: true, why: 'slow' })
    expect(await store.claim(later(9), now)).toBeUndefined()
    const second = await store.claim(later(10), later(20))
    expect(second?.tries).toBe(2)
    await store.release(second as RenditionTask, { at: now, counted: false, why: 'stopped' })
    expect((await claim()).tries).toBe(2)
  })

  test('a requeued file waits like a new one, and its result replaces earlier renditions', async () => {
    const file = await stored()
    await store.requeue(file.id)
    await store.finish(await claim(), { renditions: [aRendition(file, 320), aRendition(file, 640)] })
    await store.requeue(file.id)
    const again = await claim()
    expect(again).toEqual({ fileId: file.id, tries: 1 })
    expect((await store.of([file.id])).get(file.id)).toHaveLength(2)
    const created = { ...aRendition(file, 320), key: 'media/renditions/again' }
    expect(await store.finish(again, { renditions: [created] })).toBe(true)
    expect(await store.of([file.id])).toEqual(new Map([[file.id, [created]]]))
    await store.requeue(file.id)
    await store.finish(await claim(), { renditions: [], why: 'broken' })
    expect(await store.of([file.id])).toEqual(new Map([[file.id, [created]]]))
  })

  test('requeue ignores a waiting file and a file that does not exist', async () => {
    const file = await stored()
    await store.enqueue(file.id)
    const task = await claim()
    await store.requeue(file.id)
    await store.requeue('01900000-0000-7000-8000-00000000ffff')
    expect(await store.claim(later(999), now)).toBeUndefined()
    expect(await store.hold(task, later(2000))).toBe(true)
  })

  test('renditions and tasks are deleted with their file, and a deleted file gets no new ones', async () => {
    const [file, other] = [await stored(), await stored()]
    await store.enqueue(file.id)
    await store.finish(await claim(), { renditions: [aRendition(file, 320)] })
    await files.write((tx) => tx.delete(file.id))
    expect(await store.of([file.id])).toEqual(new Map())
    expect(await store.named(aRendition(file, 320).filename)).toBeUndefined()
    expect(await store.existing([aRendition(file, 320).key])).toEqual(new Set())
    await store.enqueue(other.id)
    const task = await claim()
    await files.write((tx) => tx.delete(other.id))
    expect(await store.finish(task, { renditions: [aRendition(other, 320)] })).toBe(false)
    expect(await store.claim(later(9999), now)).toBeUndefined()
  })
}
