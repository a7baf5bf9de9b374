import { mkdir, mkdtemp, open, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeDurable, syncOrder } from './durable.ts'
import { FileSystemSync } from './file-system-sync.ts'

it('syncs files before their directories, and only the directories of moved files', () => {
  const written = ['index.html', 'post/a/index.html', 'post/gone.html']
  expect(syncOrder({ folder: '/s', written, moved: ['tag/b/index.html'], besides: ['/s.json'] })).toEqual([
    ['/s/index.html', '/s/post/a/index.html', '/s/post/gone.html', '/s.json'],
    ['/s', '/s/post/a', '/s/post', '/s/tag/b', '/s/tag'],
  ])
  expect(syncOrder({ folder: '/s', written: [] })).toEqual([[], ['/s']])
})

interface Handle {
  readonly fd: number
  sync(): Promise<void>
}

/** Calls `watch` instead of each fsync. */
async function watchedSync(root: string, watch: (handle: Handle) => Promise<void>): Promise<void> {
  const handle = await open(root)
  const prototype = Object.getPrototypeOf(handle) as Handle
  await handle.close()
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(function (this: Handle) {
    return watch(this)
  })
  onTestFinished(() => spy.mockRestore())
}

async function folder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'typecase-durable-'))
  onTestFinished(() => rm(root, { recursive: true }))
  return root
}

it.skipIf(process.platform !== 'linux')('syncs files, then directories; ignores missing files', async () => {
  const root = await folder()
  await mkdir(join(root, 'post/a'), { recursive: true })
  const written = Array.from({ length: 40 }, (_, n) => `post/${n}.html`)
  for (const path of written) await writeFile(join(root, path), 'x')
  const synced: string[] = []
  const target = (fd: number | string) => readlink(`/proc/self/fd/${fd}`).catch(() => '')
  await watchedSync(root, async ({ fd }) => void synced.push((await target(fd)).slice(root.length + 1)))
  const missing = ['post/gone.html', 'gone/x.html']
  await makeDurable(new FileSystemSync(root), {
    folder: root,
    written: [...written, ...missing],
    moved: ['post/a/index.html'],
  })
  expect(synced.slice(0, 40).sort()).toEqual([...written].sort())
  expect(synced.slice(40).sort()).toEqual(['', 'post', 'post/a'])
  const openFiles = await Promise.all((await readdir('/proc/self/fd')).map(target))
  expect(openFiles.filter((path) => path.startsWith(root))).toEqual([])
})

it('reports a failed fsync', async () => {
  const root = await folder()
  await watchedSync(root, () => Promise.reject(new Error('the disk is full')))
  const durable = makeDurable(new FileSystemSync(root), { folder: root, written: [] })
  await expect(durable).rejects.toThrow('the disk is full')
})
