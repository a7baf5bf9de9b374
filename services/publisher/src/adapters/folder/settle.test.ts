import { readlinkSync } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { settleFiles } from './settle.ts'

it.skipIf(process.platform !== 'linux')(
  'syncs each file, then each folder on the way to it, of moved files the folders alone, and passes over what is gone',
  async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'typecase-settle-')))
    onTestFinished(() => rm(root, { recursive: true }))
    await mkdir(join(root, 'post/a'), { recursive: true })
    await mkdir(join(root, 'other'))
    await mkdir(join(root, 'tag/b'), { recursive: true })
    for (const path of ['index.html', 'post/a/index.html', 'other/old.html', 'tag/b/index.html']) await writeFile(join(root, path), 'x')
    const handle = await open(join(root, 'index.html'))
    const prototype = Object.getPrototypeOf(handle) as FileHandle
    await handle.close()
    const synced: string[] = []
    const { sync } = prototype
    const spy = vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
      synced.push(readlinkSync(`/proc/self/fd/${this.fd}`).slice(root.length))
      return sync.call(this)
    })
    onTestFinished(() => spy.mockRestore())
    await settleFiles(root, ['index.html', 'post/a/index.html', 'post/gone.html'], ['tag/b/index.html', 'tag/gone/index.html'])
    expect(synced.slice(0, 2).sort()).toEqual(['/index.html', '/post/a/index.html'])
    expect(synced.slice(2).sort()).toEqual(['', '/post', '/post/a', '/tag', '/tag/b'])
  },
)
