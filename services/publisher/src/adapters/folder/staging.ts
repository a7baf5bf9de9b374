import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { Manifest } from '../../core/pages/manifest.ts'
import type { Staging, WrittenFile } from '../../core/ports.ts'
import type { Disk } from './disk.ts'
import type { NamedContent } from './disk-thread.ts'

export interface StagingOptions {
  readonly disk: Disk
  readonly folder: string
  readonly files: Manifest
  readonly missing: ReadonlySet<string>
  readonly activate: (stored: Manifest) => Promise<void>
  /** Removes the directory, into which other publishers may still write. */
  readonly discard: () => Promise<void>
  readonly end: () => void
}

export class FolderStaging implements Staging {
  readonly missing: ReadonlySet<string>
  readonly #options: StagingOptions
  #copies = 0

  constructor(options: StagingOptions) {
    this.#options = options
    this.missing = options.missing
  }

  async write(files: readonly NamedContent[]): Promise<void> {
    const { disk, folder } = this.#options
    for (const { path } of files) safePath(path)
    await disk.write({ folder, files })
  }

  async accept(files: readonly WrittenFile[]): Promise<readonly string[]> {
    const { disk, folder } = this.#options
    return disk.check({ folder, files: files.map(({ path, size }) => ({ path: safePath(path), size })) })
  }

  async copy(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const { folder } = this.#options
    const draft = `${folder}.copy-${++this.#copies}`
    await rm(draft, { force: true })
    const target = join(folder, safePath(path))
    await mkdir(dirname(target), { recursive: true })
    const file = await open(draft, 'wx')
    try {
      for await (const chunk of chunks) await file.writeFile(chunk)
      await rename(draft, target)
    } finally {
      await file.close()
      await rm(draft, { force: true })
    }
  }

  async activate(omitted: ReadonlySet<string> = new Set()): Promise<void> {
    const { disk, folder, files, activate, end } = this.#options
    try {
      if (omitted.size === 0) return await activate(files)
      await disk.remove({ folder, paths: [...omitted] })
      await activate(files.without(omitted))
    } finally {
      end()
    }
  }

  async discard(): Promise<void> {
    this.#options.end()
    await this.#options.discard()
  }
}
