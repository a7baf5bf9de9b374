import fs, { readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { placesOf } from './settle.ts'
import { settled } from './settled.ts'

it('names each file, then each folder on the way to it, of moved files the folders alone', () => {
  const written = ['index.html', 'post/a/index.html', 'post/gone.html']
  expect(placesOf({ folder: '/s', written, moved: ['tag/b/index.html'], besides: ['/s.json'] })).toEqual([
    ['/s/index.html', '/s/post/a/index.html', '/s/post/gone.html', '/s.json'],
    ['/s', '/s/post/a', '/s/post', '/s/tag/b', '/s/tag'],
  ])
  expect(placesOf({ folder: '/s', written: [] })).toEqual([[], ['/s']])
})

/** What this process has open there. */
const openBelow = (root: string) =>
  fs
    .readdirSync('/proc/self/fd')
    .map(targetOf)
    .filter((target) => target.startsWith(root))

function targetOf(handle: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`)
  } catch {
    // That by which the folder itself was read.
    return ''
  }
}

it.skipIf(process.platform !== 'linux')(
  'syncs one list after the other, and passes over what is gone',
  async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'typecase-settle-')))
    onTestFinished(() => rm(root, { recursive: true }))
    await mkdir(join(root, 'post/a'), { recursive: true })
    const files = Array.from({ length: 40 }, (_, n) => `post/${n}.html`)
    for (const path of files) await writeFile(join(root, path), 'x')
    const synced: string[] = []
    const { fsync } = fs
    const spy = vi.spyOn(fs, 'fsync').mockImplementation((handle, done) => {
      synced.push(readlinkSync(`/proc/self/fd/${handle}`).slice(root.length + 1))
      fsync(handle, done)
    })
    onTestFinished(() => spy.mockRestore())
    const at = (path: string) => join(root, path)
    await settled([
      [...files, 'post/gone.html', 'post/1.html/was-a-folder.html'].map(at),
      ['gone', 'post/1.html/was', 'post/a', 'post'].map(at),
    ])
    expect(synced.slice(0, 40).sort()).toEqual([...files].sort())
    expect(synced.slice(40).sort()).toEqual(['post', 'post/a'])
    expect(openBelow(root)).toEqual([])
  },
)

it('tells what can not be brought to the disk', async () => {
  const spy = vi.spyOn(fs, 'fsync').mockImplementation((_, done) => done(new Error('the disk is full')))
  onTestFinished(() => spy.mockRestore())
  await expect(settled([['/']])).rejects.toThrow('the disk is full')
})
