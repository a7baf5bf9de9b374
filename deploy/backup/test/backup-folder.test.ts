import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backupFolder } from '../src/index.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'typecase-backups-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

it('finds backups by name, deletes all but the newest complete ones, and ignores other files', async () => {
  const backups = backupFolder(root)
  await expect(backups.find('latest')).rejects.toThrow('has no backup "latest"; available: none')
  for (const day of [1, 2, 3, 4]) {
    const folder = await backups.create(new Date(Date.UTC(2026, 0, day, 2, 17)))
    // The third backup is incomplete.
    if (day !== 3) await writeFile(join(folder, 'manifest.json'), '{}')
  }
  await writeFile(join(root, 'notes.txt'), '')
  expect(await backups.listComplete()).toEqual([
    '2026-01-01T02-17-00Z',
    '2026-01-02T02-17-00Z',
    '2026-01-04T02-17-00Z',
  ])
  expect(await backups.find('latest')).toBe(join(root, '2026-01-04T02-17-00Z'))
  await expect(backups.find('2026-01-03T02-17-00Z')).rejects.toThrow(
    'has no backup "2026-01-03T02-17-00Z"; available: 2026-01-01',
  )
  expect(await backups.prune(2)).toEqual(['2026-01-01T02-17-00Z', '2026-01-03T02-17-00Z'])
  expect((await readdir(root)).toSorted()).toEqual([
    '2026-01-02T02-17-00Z',
    '2026-01-04T02-17-00Z',
    'notes.txt',
  ])
})
