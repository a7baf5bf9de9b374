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
  const sweep = sweepBlobs({
    files,
    clock: () => now,
    blobs: {
      list: async function* (prefix) {
        for (const [key, changedAt] of [...blobs]) if (key.startsWith(prefix)) yield { key, changedAt }
      },
      remove: async (key) => void blobs.delete(key),
      read: () => {
        throw new Error('not asked')
      },
      write: () => {
        throw new Error('not asked')
      },
    },
  })
  expect(await sweep()).toBe(2)
  expect([...blobs.keys()]).toEqual([blobKey(kept.id), blobKey('upload-that-runs'), stagingKey('running'), 'themes/other'])
  expect(await sweep()).toBe(0)
})
