import { type EntryKey, entryName, type SnapshotOfModel } from './content-model.ts'
import type { Published } from './follow-content.ts'
import { applyRecord, emptyModel, limitAltered, type ModelMemory } from './model-memory.ts'

/** Reads published entries from a snapshot. */
export type ReadSnapshot = (model: SnapshotOfModel) => Promise<Published>

const recordsAtOnce = 500

/** Reads only changed entries; the others stay the same objects. */
export function snapshotReader(): ReadSnapshot {
  let memory: ModelMemory | undefined
  return async (model) => {
    const cursor = await model.cursor()
    memory ??= emptyModel(undefined)
    if (memory.cursor !== undefined && memory.cursor === cursor) return memory
    const { keys, isNewer } = staleKeys(memory, await model.revisions())
    if (!isNewer) memory = emptyModel(undefined)
    for (let at = 0; at < keys.length; at += recordsAtOnce)
      for (const record of await model.records(keys.slice(at, at + recordsAtOnce)))
        applyRecord(memory, record)
    limitAltered(memory)
    memory.cursor = cursor
    return memory
  }
}

/** Returns all keys if the snapshot is older than the cache. */
function staleKeys(
  { revisions }: ModelMemory,
  all: readonly (EntryKey & { readonly revision: number })[],
): { readonly keys: readonly EntryKey[]; readonly isNewer: boolean } {
  const stale = all.filter((each) => revisions.get(entryName(each)) !== each.revision)
  const isNewer =
    all.length >= revisions.size &&
    stale.every((each) => (revisions.get(entryName(each)) ?? 0) < each.revision)
  return { keys: isNewer ? stale : all, isNewer }
}
