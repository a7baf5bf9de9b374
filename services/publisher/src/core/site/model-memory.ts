/** The read model in memory: what is published, and the revision of every entry. */
import { type EntryRecord, entryName, type WrittenEntry } from './content-model.ts'

export interface ModelMemory {
  cursor: string | undefined
  readonly entries: Map<string, WrittenEntry>
  /** Of all entries, unpublished ones too. */
  readonly revisions: Map<string, number>
  /** Names of entries in the order in which they changed. */
  altered: string[]
}

export const emptyModel = (cursor: string | undefined): ModelMemory => ({
  cursor,
  entries: new Map(),
  revisions: new Map(),
  altered: [],
})

/** Takes a record in, unless a newer revision is in memory. */
export function remember({ entries, revisions, altered }: ModelMemory, record: EntryRecord): void {
  const name = entryName(record)
  if ((revisions.get(name) ?? 0) > record.revision) return
  revisions.set(name, record.revision)
  altered.push(name)
  if (record.entry) entries.set(name, record.entry)
  else entries.delete(name)
}
