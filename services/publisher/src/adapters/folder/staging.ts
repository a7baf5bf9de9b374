import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { Manifest, Staging } from '../../core/ports.ts'
import type { Disk } from './disk.ts'

export interface Begun {
  readonly disk: Disk
  readonly folder: string
  readonly files: Manifest
  readonly missing: ReadonlySet<string>
  readonly isOver: boolean
  readonly activated: (made: Manifest) => Promise<void>
  readonly end: () => void
}

let copies = 0

/** Drops the result, so that the contents can be collected. */
const written = async (writing: Promise<unknown>): Promise<void> => void (await writing)

export const staging = ({ disk, folder, files, missing, isOver, activated, end }: Begun): Staging => ({
  missing,
  async write(some) {
    for (const { path } of some) safePath(path)
    return written(disk.run({ do: 'write', folder, files: some, isOver }))
  },
  stored: () => undefined,
  async accept(files) {
    for (const { path } of files) safePath(path)
    const sizes = files.map(({ path, size }) => ({ path, size }))
    return (await disk.run({ do: 'check', folder, files: sizes })).missing
  },
  async copy(path, chunks) {
    const fresh = `${folder}.copy-${++copies}`
    await rm(fresh, { force: true })
    const target = join(folder, safePath(path))
    await mkdir(dirname(target), { recursive: true })
    const file = await open(fresh, 'wx')
    try {
      for await (const chunk of chunks) await file.writeFile(chunk)
      await rename(fresh, target)
    } finally {
      await file.close()
      await rm(fresh, { force: true })
    }
  },
  async activate(leftOut = new Set()) {
    try {
      if (leftOut.size > 0) await disk.run({ do: 'remove', folder, paths: [...leftOut] })
      await activated(leftOut.size === 0 ? files : new Map([...files].filter(([path]) => !leftOut.has(path))))
    } finally {
      end()
    }
  },
  async discard() {
    end()
    await rm(folder, { recursive: true, force: true })
  },
})
