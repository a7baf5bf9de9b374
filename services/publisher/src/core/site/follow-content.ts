import { followChanges, limitConcurrency, type Projection } from '@typecase/kernel'
import type { ContentFeed, EntryChange, EntrySource, ModelStore, WrittenEntry } from './content-model.ts'
import { applyRecord, emptyModel, limitAltered, type ModelMemory } from './model-memory.ts'

export interface FollowPorts {
  readonly feed: ContentFeed
  readonly model: ModelStore
}

const batchSize = 100
/** Share of changed entries above which all entries are read. */
const bulkShare = 0.25
const minBulk = 2_000

export interface Published {
  /** Unchanged entries are the same objects. */
  readonly entries: ReadonlyMap<string, WrittenEntry>
  /** Revision by name. Includes unpublished entries. */
  readonly revisions: ReadonlyMap<string, number>
  /**
   * Names of changed entries in order. If names were dropped, this is a new list, and readers must compare
   * all entries.
   */
  readonly altered: readonly string[]
}

export type FollowContent = (signal?: AbortSignal) => Promise<Published>

/**
 * Reads from the content service every change that was acknowledged before the call. Does not depend on
 * events. Calls run one after another.
 */
export function followContent(ports: FollowPorts): FollowContent {
  const follower = new ContentFollower(ports)
  const turn = limitConcurrency(1)
  return (signal) => turn(() => follower.follow(signal))
}

type Changes = Awaited<ReturnType<ContentFeed['changesSince']>>

class ContentFollower {
  readonly #feed: ContentFeed
  readonly #model: ModelStore
  /** Undefined after an error, because the memory may then differ from the stored model. */
  #memory: ModelMemory | undefined

  constructor({ feed, model }: FollowPorts) {
    this.#feed = feed
    this.#model = model
  }

  async follow(signal: AbortSignal | undefined): Promise<Published> {
    try {
      const [memory, since] = await this.#changes(signal)
      await followChanges(this.#projection(memory, signal), memory.cursor, since, {
        batchSize,
        applyInBulk: (stale) => this.#readEverything(memory, stale, signal),
      })
      memory.cursor = since.cursor
      return memory
    } catch (error) {
      this.#memory = undefined
      throw error
    }
  }

  /** Loads the stored model if another replica has advanced it. */
  async #changes(signal: AbortSignal | undefined): Promise<readonly [ModelMemory, Changes]> {
    const known = this.#memory
    const [cursor, early] = await Promise.all([
      this.#model.cursor(),
      known && this.#feed.changesSince(known.cursor, signal),
    ])
    if (known && early && known.cursor === cursor) return [known, early]
    const stored = await this.#model.records()
    const memory = emptyModel(stored.cursor)
    for (const record of stored.records) applyRecord(memory, record)
    memory.altered = []
    this.#memory = memory
    return [memory, await this.#feed.changesSince(memory.cursor, signal)]
  }

  #projection(memory: ModelMemory, signal: AbortSignal | undefined): Projection<EntryChange, EntrySource> {
    return {
      revisions: () => memory.revisions,
      read: (keys) => this.#feed.entries(keys, signal),
      apply: (sources, missing) => this.#apply(memory, [...sources, ...missing.map(gone)]),
      moveCursor: (cursor) => this.#model.moveCursor(cursor),
    }
  }

  async #readEverything(
    memory: ModelMemory,
    stale: readonly EntryChange[],
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    if (stale.length <= Math.max(minBulk, memory.entries.size * bulkShare)) return false
    await this.#apply(memory, stale.filter((change) => change.deleted).map(gone))
    // Stores one batch while the next is read.
    let storing = Promise.resolve()
    try {
      for await (const sources of this.#feed.everything(signal)) {
        await storing
        storing = this.#apply(memory, sources)
        storing.catch(() => undefined)
      }
    } finally {
      await storing
    }
    return true
  }

  async #apply(memory: ModelMemory, sources: readonly EntrySource[]): Promise<void> {
    if (sources.length === 0) return
    await this.#model.apply(sources)
    for (const source of sources) applyRecord(memory, source)
    limitAltered(memory)
  }
}

const gone = ({ type, id, revision }: EntryChange): EntrySource => ({
  type,
  id,
  revision,
  entry: null,
  markdown: '',
})
