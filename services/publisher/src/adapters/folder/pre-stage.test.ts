import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Manifest } from '../../core/pages/manifest.ts'
import { type Disk, diskThread } from './disk.ts'
import { FileSystemSync } from './file-system-sync.ts'
import { GarbageCollector } from './garbage.ts'
import { preStage } from './pre-stage.ts'
import { manifestOf } from './release-layout.ts'

const about = { id: 'new', trigger: 'manual' as const, pages: 1, at: new Date() }

/** The content of each file equals its digest. */
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
const sorted = (files: ReadonlyMap<string, string>) => [...files].sort(([a], [b]) => (a < b ? -1 : 1))

/** Aborts pre-staging after the first operation of that kind. */
function started(until?: 'link' | 'remove') {
  const releases = mkdtempSync(join(tmpdir(), 'typecase-pre-stage-'))
  const thread = diskThread()
  const superseded = new AbortController()
  onTestFinished(async () => {
    await thread.close()
    rmSync(releases, { recursive: true })
  }, 60_000)
  const aborting =
    <A, R>(name: 'link' | 'remove', run: (request: A) => Promise<R>) =>
    async (request: A): Promise<R> => {
      const result = await run(request)
      if (name === until) superseded.abort()
      return result
    }
  const disk: Disk = {
    ...thread,
    link: aborting('link', thread.link),
    remove: aborting('remove', thread.remove),
  }
  const garbage = new GarbageCollector(disk, async () => undefined)
  const fileSystem = new FileSystemSync(releases)
  onTestFinished(() => fileSystem.close())
  return { releases, tools: { disk, fileSystem, garbage, releases, signal: superseded.signal } }
}

const older = new Map<string, string>([
  ...Array.from({ length: 3_000 }, (_, n) => [`old/${n}.html`, `old ${n}`] as const),
  ['both.html', 'old'] as const,
])
const newer = new Map<string, string>([
  ...Array.from({ length: 3_000 }, (_, n) => [`new/${n}.html`, `new ${n}`] as const),
  ['both.html', 'new'] as const,
])

const newestIn = (releases: string) => ({
  folder: written(join(releases, 'new-1'), newer),
  about,
  files: Manifest.fromEntries(newer),
})
const olderIn = (releases: string) => ({
  folder: written(join(releases, 'old-1'), older),
  about: { ...about, id: 'old' },
  files: Manifest.fromEntries(older),
})
const expectOnly = (releases: string, names: readonly string[]) =>
  expect.poll(() => readdirSync(releases).sort(), { timeout: 10_000 }).toEqual(names)

it.each(['an older release', 'nothing'])('pre-stages a copy of the newest release from %s', async (base) => {
  const { releases, tools } = started()
  const newest = newestIn(releases)
  const preStaged = await preStage(tools, newest, base === 'nothing' ? undefined : olderIn(releases))
  expect(preStaged).toMatchObject({ about, files: Manifest.fromEntries(newer) })
  expect(sorted(treeOf(preStaged.folder))).toEqual(sorted(newer))
  expect(sorted(treeOf(newest.folder))).toEqual(sorted(newer))
  const name = preStaged.folder.slice(releases.length + 1)
  await expectOnly(releases, ['new-1', 'new-1.json', name, `${name}.json`])
})

it('links all files if another process took the older release', async () => {
  const { releases, tools } = started()
  const taken = { folder: join(releases, 'taken-1'), about, files: Manifest.fromEntries(older) }
  const preStaged = await preStage(tools, newestIn(releases), taken)
  expect(sorted(treeOf(preStaged.folder))).toEqual(sorted(newer))
})

it.each(['remove', 'link'] as const)(
  'discards the copy when it is aborted after the first %s',
  async (until) => {
    const { releases, tools } = started(until)
    const preStaged = preStage(tools, newestIn(releases), olderIn(releases))
    await expect(preStaged).rejects.toMatchObject({ name: 'AbortError' })
    await expectOnly(releases, ['new-1', 'new-1.json'])
  },
)

it('discards the copy if the release lacks a file', async () => {
  const { releases, tools } = started()
  const newest = newestIn(releases)
  rmSync(join(newest.folder, 'new/700.html'))
  const other = olderIn(releases)
  linkSync(manifestOf(other.folder), join(releases, 'other.json'))
  await expect(preStage(tools, newest, undefined)).rejects.toThrow('new/700.html')
  await expect(preStage(tools, newest, other)).rejects.toThrow('new/700.html')
  await expectOnly(releases, ['new-1', 'new-1.json', 'other.json'])
})
