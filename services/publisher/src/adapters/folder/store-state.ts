import type { HtmlBuffers } from '@typecase/theme-engine'
import { broom as broomFor } from './broom.ts'
import { diskThread } from './disk.ts'
import { type FileSystemSync, fileSystemSync } from './file-system-sync.ts'
import { finishedGenerations } from './finished.ts'
import { manifestWriter } from './manifest-writer.ts'
import type { Ready } from './spare.ts'

export interface StoreState {
  readonly root: string
  readonly disk: ReturnType<typeof diskThread>
  readonly broom: ReturnType<typeof broomFor>
  readonly finished: ReturnType<typeof finishedGenerations>
  readonly manifests: ReturnType<typeof manifestWriter>
  readonly fileSystem: FileSystemSync
  readonly staging: Set<Promise<void>>
  /** The release shown before, by release directory: readers that just came still use it. */
  readonly formers: Map<string, string>
  preparing: Promise<void>
  superseded: AbortController
  readingAhead: Promise<void>
  /** A pre-staged release that was interrupted. */
  incomplete: Ready | undefined
}

export function openStore(root: string, buffers?: HtmlBuffers): StoreState {
  const disk = diskThread(buffers)
  const state: StoreState = {
    root,
    disk,
    broom: broomFor(disk, async () => {
      await Promise.all(state.staging)
      await state.preparing
    }),
    finished: finishedGenerations(root),
    manifests: manifestWriter(),
    fileSystem: fileSystemSync(root),
    staging: new Set(),
    formers: new Map(),
    preparing: Promise.resolve(),
    superseded: new AbortController(),
    readingAhead: Promise.resolve(),
    incomplete: undefined,
  }
  return state
}

export const durable: Ready['unsettled'] = { written: [] }
