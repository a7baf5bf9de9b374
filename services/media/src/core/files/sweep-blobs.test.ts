import { expect, test } from 'vitest'
import { aFile } from '../../../test/contracts/file-store.contract.ts'
import { memoryFileStore } from '../../adapters/memory/file-store.ts'
import { blobKey, stagingKey } from './file.ts'
import { sweepBlobs } from './sweep-blobs.ts'

const now = new Date('2026-06-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test('what is an hour old and belongs to no file goes, everything else stays', async () => {
  const files = memoryFileStore()
  const kept = aFile()
  await files.write((tx) => tx.insert(kept))
  const blobs = new Map([
    [blobKey(kept.id), minutesAgo(500)],
    [blobKey('orphan'), minutesAgo(61)],
    [blobKey('upload-that-runs'), minutesAgo(59)],
    [stagingKey(kept.id), minutesAgo(61)],
    [stagingKey('running'), minutesAgo(1)],
    ['themes/other', minutesAgo(500)],
  ])
  let unfinished = [minutesAgo(61), minutesAgo(59)]
  const sweep = sweepBlobs({
    files,
    clock: () => now,
    blobs: {
      list: async function* (prefix) {
        for (const [key, changedAt] of [...blobs]) if (key.startsWith(prefix)) yield { key, size: 1, changedAt }
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
  expect(await sweep()).toBe(3)
  expect([...blobs.keys()]).toEqual([blobKey(kept.id), blobKey('upload-that-runs'), stagingKey('running'), 'themes/other'])
  expect(unfinished).toEqual([minutesAgo(59)])
  expect(await sweep()).toBe(0)
})
