import { expect, test } from 'vitest'
import { aFile } from '../../../test/contracts/file-store.contract.ts'
import { aRendition } from '../../../test/contracts/rendition-store.contract.ts'
import { memoryFileStore } from '../../../test/memory/file-store.ts'
import { memoryRenditionStore } from '../../../test/memory/rendition-store.ts'
import type { RenditionTask } from '../renditions/ports.ts'
import { renditionKey } from '../renditions/rendition.ts'
import { blobKey, stagingKey } from './file.ts'
import { pruneBlobs } from './prune-blobs.ts'

const now = new Date('2026-06-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test('blobs without a row that are an hour old are removed, all others are kept', async () => {
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
      list: async function* (prefix) {
        for (const [key, changedAt] of [...blobs])
          if (key.startsWith(prefix)) yield { key, size: 1, changedAt }
      },
      remove: async (key) => void blobs.delete(key),
      removeUnfinished: async (before) => {
        const old = unfinished.filter((begunAt) => begunAt < before)
        unfinished = unfinished.filter((begunAt) => begunAt >= before)
        return old.length
      },
      read: () => {
        throw new Error('not asked')
      },
      write: () => {
        throw new Error('not asked')
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
