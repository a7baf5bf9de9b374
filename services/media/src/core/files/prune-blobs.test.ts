import { beforeEach, describe, expect, test } from 'vitest'
import { aFile } from '../../../test/contracts/file-store.contract.ts'
import { aRendition } from '../../../test/contracts/rendition-store.contract.ts'
import { memoryFileStore } from '../../../test/memory/file-store.ts'
import { memoryRenditionStore } from '../../../test/memory/rendition-store.ts'
import type { Ports } from '../ports.ts'
import type { RenditionTask } from '../renditions/ports.ts'
import { renditionKey } from '../renditions/rendition.ts'
import { blobKey, stagingKey } from './file.ts'
import { pruneBlobs } from './prune-blobs.ts'

const now = new Date('2026-06-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

/** Blobs as a map from keys to modification times. */
const mapBlobs = (blobs: Map<string, Date>): Ports['blobs'] => ({
  list: async function* (prefix) {
    for (const [key, changedAt] of [...blobs]) if (key.startsWith(prefix)) yield { key, size: 1, changedAt }
  },
  remove: async (key) => void blobs.delete(key),
  removeUnfinished: async () => 0,
  read: () => {
    throw new Error('not called')
  },
  write: () => {
    throw new Error('not called')
  },
})

test('removes blobs without a row that are older than an hour, and keeps all others', async () => {
  const files = memoryFileStore()
  const kept = aFile()
  await files.write((tx) => tx.insert(kept))
  const renditions = memoryRenditionStore(files)
  await renditions.enqueue(kept.id)
  const rendition = aRendition(kept, 320)
  await renditions.finish((await renditions.claim(now, now)) as RenditionTask, { renditions: [rendition] })
  const blobs = new Map([
    [blobKey(kept.id), minutesAgo(500)],
    [blobKey('orphan'), minutesAgo(61)],
    [blobKey('upload-that-runs'), minutesAgo(59)],
    [stagingKey(kept.id), minutesAgo(61)],
    [stagingKey('running'), minutesAgo(1)],
    [rendition.key, minutesAgo(500)],
    [renditionKey(kept.id, 'failed', 320, 'webp'), minutesAgo(61)],
    [renditionKey(kept.id, 'running', 320, 'webp'), minutesAgo(59)],
    ['themes/other', minutesAgo(500)],
  ])
  let unfinished = [minutesAgo(61), minutesAgo(59)]
  const prune = pruneBlobs({
    files,
    renditions,
    clock: () => now,
    blobs: {
      ...mapBlobs(blobs),
      removeUnfinished: async (before) => {
        const old = unfinished.filter((startedAt) => startedAt < before)
        unfinished = unfinished.filter((startedAt) => startedAt >= before)
        return old.length
      },
    },
  })
  expect(await prune()).toBe(4)
  expect([...blobs.keys()]).toEqual([
    blobKey(kept.id),
    blobKey('upload-that-runs'),
    stagingKey('running'),
    rendition.key,
    renditionKey(kept.id, 'running', 320, 'webp'),
    'themes/other',
  ])
  expect(unfinished).toEqual([minutesAgo(59)])
  expect(await prune()).toBe(0)
})

describe('while an upload replaces the bytes of an interrupted one with the same id', () => {
  const { id } = aFile()
  const keys = [blobKey(id), stagingKey(id)]
  let files: ReturnType<typeof memoryFileStore>
  let blobs: Map<string, Date>
  beforeEach(() => {
    files = memoryFileStore()
    blobs = new Map(keys.map((key) => [key, minutesAgo(61)]))
  })
  const repeated = async (minutes: number) => {
    expect(await files.reserveId(id, minutesAgo(minutes))).toBe('free')
    for (const key of keys) blobs.set(key, minutesAgo(minutes))
  }
  const prune = (changes: Partial<Ports['blobs']> = {}) =>
    pruneBlobs({
      files,
      renditions: memoryRenditionStore(files),
      clock: () => now,
      blobs: { ...mapBlobs(blobs), ...changes },
    })()

  test('the new bytes are kept, although the old bytes were listed before', async () => {
    const listed = mapBlobs(new Map(blobs))
    await repeated(15)
    expect(await prune({ list: listed.list })).toBe(0)
    expect([...blobs.keys()]).toEqual(keys)
  })

  test('the new bytes are kept if the upload starts between two removals', async () => {
    const first = blobKey(aFile().id)
    blobs = new Map([[first, minutesAgo(61)], ...blobs])
    const removed = await prune({
      remove: async (key) => {
        blobs.delete(key)
        if (key === first) await repeated(0)
      },
    })
    expect([removed, [...blobs.keys()]]).toEqual([1, keys])
  })

  test('the upload cannot start while the old bytes are removed, but can afterwards', async () => {
    const during: string[] = []
    await prune({
      remove: async (key) => {
        during.push(await files.reserveId(id, now))
        blobs.delete(key)
      },
    })
    expect([during, [...blobs.keys()]]).toEqual([['reserved', 'reserved'], []])
    expect(await files.reserveId(id, now)).toBe('free')
  })
})
