import { followChanges, type Projection } from '@typecase/kernel'
import type { ContentFeed, EntryChange, EntrySource, ModelStore, WrittenEntry } from './content-model.ts'
import { emptyModel, type ModelMemory, remember } from './model-memory.ts'

export interface FollowPorts {
  readonly feed: ContentFeed
  readonly model: ModelStore
}

const batchSize = 100
/** From this share on everything is read. */
const bulkShare = 0.25
const bulkLeast = 2_000
const alteredAtMost = 1_000

export interface Published {
  /** Unchanged entries stay the same objects. */
  readonly entries: ReadonlyMap<string, WrittenEntry>
  /** Changed names in order; a new list if they are unknown. */
  readonly altered: readonly string[]
}

export type FollowContent = (signal?: AbortSignal) => Promise<Published>

/**
 * Reads every change acknowledged before the call from its owner, so it works without events. Calls run one
 * after the other.
 */
export function followContent({ feed, model }: FollowPorts): FollowContent {
  /** Other replicas may have advanced the stored model. */
  let memory: ModelMemory | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function begun(
    signal: AbortSignal | undefined,
  ): Promise<readonly [ModelMemory, Awaited<ReturnType<ContentFeed['changesSince']>>]> {
    const known = memory
    const [cursor, early] = await Promise.all([
      model.cursor(),
      known && feed.changesSince(known.cursor, signal),
    ])
    if (known && early && known.cursor === cursor) return [known, early]
    const read = await remembered()
    return [read, await feed.changesSince(read.cursor, signal)]
  }

  async function remembered(): Promise<ModelMemory> {
    const stored = await model.records()
    memory = emptyModel(stored.cursor)
    for (const record of stored.records) remember(memory, record)
    memory.altered = []
    return memory
  }

  async function brought(signal: AbortSignal | undefined): Promise<Published> {
    try {
      const [known, since] = await begun(signal)
      await followChanges(projectionOf(known, signal), known.cursor, since, {
        batchSize,
        applyInBulk: (stale) => readEverything(known, stale, signal),
      })
      known.cursor = since.cursor
      return known
    } catch (error) {
      // Memory and the stored cursor may differ.
      memory = undefined
      throw error
    }
  }

  const projectionOf = (
    known: ModelMemory,
    signal: AbortSignal | undefined,
  ): Projection<EntryChange, EntrySource> => ({
    revisions: () => known.revisions,
    read: (keys) => feed.entries(keys, signal),
    apply: (sources, missing) => takeIn(known, [...sources, ...missing.map(gone)]),
    moveCursor: (cursor) => model.moveCursor(cursor),
  })

  async function readEverything(
    known: ModelMemory,
    stale: readonly EntryChange[],
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    if (stale.length <= Math.max(bulkLeast, known.entries.size * bulkShare)) return false
    await takeIn(known, stale.filter((change) => change.deleted).map(gone))
    // Stores one batch while the next is read.
    let storing = Promise.resolve()
    try {
      for await (const sources of feed.everything(signal)) {
        await storing
        storing = takeIn(known, sources)
        storing.catch(() => undefined)
      }
    } finally {
      await storing
    }
    return true
  }

  async function takeIn(known: ModelMemory, sources: readonly EntrySource[]): Promise<void> {
    if (sources.length === 0) return
    await model.apply(sources)
    for (const source of sources) remember(known, source)
    if (known.altered.length > alteredAtMost) known.altered = []
  }

  return (signal) => {
    const turn = last.then(() => brought(signal))
    last = turn.catch(() => undefined)
    return turn
  }
}

const gone = ({ type, id, revision }: EntryChange): EntrySource => ({
  type,
  id,
  revision,
  entry: null,
  markdown: '',
})
