import { followChanges, type Projection } from '@typecase/kernel'
import {
  type ContentFeed,
  type EntryChange,
  type EntryRecord,
  type EntrySource,
  entryName,
  type ModelStore,
  type WrittenEntry,
} from './content-model.ts'

export interface FollowPorts {
  readonly feed: ContentFeed
  readonly model: ModelStore
}

/** Entries per request. */
const batchSize = 100
/** Above this share of all entries everything is read in one go instead. */
const bulkShare = 0.25
const bulkLeast = 2_000
/** Names that are remembered as altered. */
const alteredAtMost = 1_000

/** All that is published. */
export interface Published {
  /** By name. One that did not change is the same object as in the answer before. */
  readonly entries: ReadonlyMap<string, WrittenEntry>
  /** The names of those that came, went or became others, in this order; another list where that is not known of all any more. */
  readonly altered: readonly string[]
}

/** Answers what is known, which later calls go on changing. */
export type FollowContent = (signal?: AbortSignal) => Promise<Published>

/**
 * Brings the read model to where content is at the time of the call and answers it: every change that was answered to
 * anybody before is in it. Asks the owner, not the broker, so it holds while no event arrives. What was applied stays applied
 * when a call fails half-way. Calls follow each other.
 */
export function followContent({ feed, model }: FollowPorts): FollowContent {
  /** The model in memory; another replica may have brought the stored one further. */
  let memory: Memory | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** Where nobody else brought the model further, the owner was asked by then. */
  async function begun(
    signal: AbortSignal | undefined,
  ): Promise<readonly [Memory, Awaited<ReturnType<ContentFeed['changesSince']>>]> {
    const known = memory
    const [cursor, early] = await Promise.all([
      model.cursor(),
      known && feed.changesSince(known.cursor, signal),
    ])
    if (known && early && known.cursor === cursor) return [known, early]
    const read = await remembered()
    return [read, await feed.changesSince(read.cursor, signal)]
  }

  async function remembered(): Promise<Memory> {
    const stored = await model.records()
    memory = { cursor: stored.cursor, entries: new Map(), revisions: new Map(), altered: [] }
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
      // What is in memory may be ahead of the stored cursor, or behind what was stored.
      memory = undefined
      throw error
    }
  }

  const projectionOf = (
    known: Memory,
    signal: AbortSignal | undefined,
  ): Projection<EntryChange, EntrySource> => ({
    revisions: () => known.revisions,
    read: (keys) => feed.entries(keys, signal),
    apply: (sources, missing) => takeIn(known, [...sources, ...missing.map(gone)]),
    moveCursor: (cursor) => model.moveCursor(cursor),
  })

  /** Reads all entries in one stream where that costs less than asking for each of these. */
  async function readEverything(
    known: Memory,
    stale: readonly EntryChange[],
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    if (stale.length <= Math.max(bulkLeast, known.entries.size * bulkShare)) return false
    await takeIn(known, stale.filter((change) => change.deleted).map(gone))
    // One batch is stored while the next is read.
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

  async function takeIn(known: Memory, sources: readonly EntrySource[]): Promise<void> {
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

interface Memory {
  cursor: string | undefined
  readonly entries: Map<string, WrittenEntry>
  /** Of all entries, those that are not published too. */
  readonly revisions: Map<string, number>
  altered: string[]
}

function remember({ entries, revisions, altered }: Memory, record: EntryRecord): void {
  const name = entryName(record)
  if ((revisions.get(name) ?? 0) > record.revision) return
  revisions.set(name, record.revision)
  altered.push(name)
  if (record.entry) entries.set(name, record.entry)
  else entries.delete(name)
}

const gone = ({ type, id, revision }: EntryChange): EntrySource => ({
  type,
  id,
  revision,
  entry: null,
  markdown: '',
})
