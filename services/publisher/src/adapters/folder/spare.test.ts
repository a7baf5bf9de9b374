import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { broom } from './broom.ts'
import { diskThread } from './disk.ts'
import type { DiskJob } from './disk-thread.ts'
import { manifestOf } from './shelf.ts'
import { makeSpare, type Prepared, renewSpare } from './spare.ts'

const about = { id: 'new', trigger: 'manual' as const, pages: 1, at: new Date() }

/** The text of a file is its digest here. */
function written(folder: string, files: ReadonlyMap<string, string>): string {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  writeFileSync(manifestOf(folder), '{}')
  return folder
}

function treeOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length + 1), text(path)]),
  )
}
const text = (path: string) => readFileSync(path, 'utf8')
const sorted = (files: ReadonlyMap<string, string>) =>
  [...files].sort(([one], [other]) => (one < other ? -1 : 1))

/** Aborts after the first job of that kind. */
function started(until?: DiskJob['do']) {
  const shelf = mkdtempSync(join(tmpdir(), 'typecase-spare-'))
  const disk = diskThread()
  const needless = new AbortController()
  onTestFinished(async () => {
    await disk.close()
    rmSync(shelf, { recursive: true })
  })
  const watched: typeof disk = {
    ...disk,
    async run(job) {
      const answer = await disk.run(job)
      if (job.do === until) needless.abort()
      return answer
    },
  }
  return {
    shelf,
    tools: { disk: watched, broom: broom(disk, async () => undefined), shelf, signal: needless.signal },
  }
}

const older = new Map<string, string>([
  ...Array.from({ length: 3_000 }, (_, n) => [`old/${n}.html`, `old ${n}`] as const),
  ['both.html', 'old'] as const,
])
const newer = new Map<string, string>([
  ...Array.from({ length: 3_000 }, (_, n) => [`new/${n}.html`, `new ${n}`] as const),
  ['both.html', 'new'] as const,
])

it.each([undefined, 'remove', 'replace'] as const)(
  'brings an old folder to where the site is, or tells how far it came: %s',
  async (until) => {
    const { shelf, tools } = started(until)
    const from = { folder: written(join(shelf, 'new-1'), newer), made: { about, files: newer } }
    const folder = written(join(shelf, 'old-1'), older)
    const base = {
      folder,
      files: older,
      manifest: manifestOf(folder),
      unsettled: { written: ['both.html'], moved: ['old/1.html'] },
    }
    const prepared = (await renewSpare(tools, from, base)) as Prepared
    expect(prepared.isWhole).toBe(until === undefined)
    expect(sorted(treeOf(prepared.folder))).toEqual(sorted(prepared.files))
    if (until === undefined) expect(prepared.files).toEqual(newer)
    // All that was done to it is yet to be brought to the disk, and what was not before.
    const { written: writtenNow, moved = [] } = prepared.unsettled
    const changed = [...older.keys(), ...newer.keys()].filter(
      (path) => older.get(path) !== prepared.files.get(path) && path !== 'both.html',
    )
    if (until)
      expect(new Set([...writtenNow, ...moved])).toEqual(new Set([...changed, 'both.html', 'old/1.html']))
    else expect(prepared.unsettled).toEqual({ written: [] })
    expect(sorted(treeOf(from.folder))).toEqual(sorted(newer))
  },
)

it.each([undefined, 'link'] as const)('links all files of a generation, or some: %s', async (until) => {
  const { shelf, tools } = started(until)
  const from = { folder: written(join(shelf, 'new-1'), newer), made: { about, files: newer } }
  const prepared = (await makeSpare(tools, from)) as Prepared
  expect(prepared.isWhole).toBe(until === undefined)
  expect(prepared.files.size).toBe(until ? 2_000 : newer.size)
  expect(sorted(treeOf(prepared.folder))).toEqual(sorted(prepared.files))
  expect(prepared.unsettled.written).toEqual(until ? [...prepared.files.keys()] : [])
})

it('makes nothing of a generation of which a file is gone', async () => {
  const { shelf, tools } = started()
  const from = { folder: written(join(shelf, 'new-1'), newer), made: { about, files: newer } }
  rmSync(join(from.folder, 'new/700.html'))
  const folder = written(join(shelf, 'old-1'), older)
  linkSync(manifestOf(folder), join(shelf, 'other.json'))
  expect(await makeSpare(tools, from)).toBeUndefined()
  expect(
    await renewSpare(tools, from, {
      folder,
      files: older,
      manifest: manifestOf(folder),
      unsettled: { written: [] },
    }),
  ).toBeUndefined()
  await expect
    .poll(() => readdirSync(shelf).sort(), { timeout: 10_000 })
    .toEqual(['new-1', 'new-1.json', 'other.json'])
})
