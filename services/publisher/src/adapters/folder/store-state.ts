/** What the parts of the folder store share while it is open. */
import type { HtmlBuffers } from '@typecase/theme-engine'
import { broom as broomFor } from './broom.ts'
import { diskThread } from './disk.ts'
import { finishedGenerations } from './finished.ts'
import { manifestSteps } from './manifest-steps.ts'
import { manifestWriter } from './manifest-writer.ts'
import type { Ready } from './spare.ts'

export interface StoreState {
  readonly root: string
  readonly disk: ReturnType<typeof diskThread>
  /** Removes directories that no reader needs any more. */
  readonly broom: ReturnType<typeof broomFor>
  readonly finished: ReturnType<typeof finishedGenerations>
  readonly steps: ReturnType<typeof manifestSteps>
  readonly manifests: ReturnType<typeof manifestWriter>
  /** Generations that are being staged. */
  readonly staging: Set<Promise<void>>
  /** The release shown before the current one, by release directory: readers that came a moment ago still use it. */
  readonly formers: Map<string, string>
  /** The release that is being pre-staged. */
  preparing: Promise<void>
  /** Ends the pre-staging. */
  superseded: AbortController
  /** Reads what the next generation starts from, before it begins. */
  readingAhead: Promise<void>
  /** A pre-staged release that was superseded before it was complete. */
  incomplete: Ready | undefined
}

/** `buffers` get back the memory of HTML that came in them. */
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
    steps: manifestSteps(),
    manifests: manifestWriter(),
    staging: new Set(),
    formers: new Map(),
    preparing: Promise.resolve(),
    superseded: new AbortController(),
    readingAhead: Promise.resolve(),
    incomplete: undefined,
  }
  return state
}

/** Everything is durable. */
export const durable: Ready['unsettled'] = { written: [] }
