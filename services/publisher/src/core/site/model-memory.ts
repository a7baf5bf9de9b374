/** The read model in memory: published entries, and the revision of every entry. */
import { type EntryRecord, entryName, type WrittenEntry } from './content-model.ts'

export interface ModelMemory {
  cursor: string | undefined
  readonly entries: Map<string, WrittenEntry>
  /** Includes unpublished entries. */
  readonly revisions: Map<string, number>
  /** Names of entries in the order of their changes. */
  altered: string[]
}

export const emptyModel = (cursor: string | undefined): ModelMemory => ({
  cursor,
  entries: new Map(),
  revisions: new Map(),
  altered: [],
})

/** Ignores records older than the cached one. */
export function applyRecord({ entries, revisions, altered }: ModelMemory, record: EntryRecord): void {
  const name = entryName(record)
  if ((revisions.get(name) ?? 0) > record.revision) return
  revisions.set(name, record.revision)
  altered.push(name)
  if (record.entry) entries.set(name, record.entry)
  else entries.delete(name)
}

/** Maximum stored names of changed entries. If there are more, every reader compares all entries. */
const maxAltered = 1_000

export function limitAltered(memory: ModelMemory): void {
  if (memory.altered.length > maxAltered) memory.altered = []
}
