/** A generation in the making, in its folder. */
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
  /** The folder holds another site. */
  readonly isOver: boolean
  readonly activated: (made: Manifest) => Promise<void>
  /** To be called when nothing is written any more, once or more. */
  readonly end: () => void
}

let copies = 0

/** Waits without what is written: the thread has it, and this one may forget it. */
const written = async (writing: Promise<unknown>): Promise<void> => void (await writing)

export const staging = ({ disk, folder, files, missing, isOver, activated, end }: Begun): Staging => ({
  missing,
  async write(some) {
    for (const { path } of some) safePath(path)
    return written(disk.run({ do: 'write', folder, files: some, isOver }))
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
