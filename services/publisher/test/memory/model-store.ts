import {
  type EntryKey,
  type EntrySource,
  entryName,
  type ModelStore,
  type SnapshotOfModel,
} from '../../src/core/site/content-model.ts'

export function memoryModelStore(): ModelStore {
  const entries = new Map<string, EntrySource>()
  const held = new Map<string, SnapshotOfModel>()
  let storedCursor: string | undefined
  let snapshotCount = 0
  return {
    cursor: async () => storedCursor,
    records: async () => ({
      cursor: storedCursor,
      records: [...entries.values()].map(({ markdown: _, ...record }) => record),
    }),
    async apply(sources) {
      for (const source of sources) {
        const name = entryName(source)
        if ((entries.get(name)?.revision ?? 0) <= source.revision) entries.set(name, source)
      }
    },
    moveCursor: async (cursor) => {
      storedCursor = cursor
    },
    texts: async (keys) => textsIn(entries, keys),
    async hold() {
      const snapshot = `${++snapshotCount}`
      held.set(snapshot, snapshotOf(new Map(entries), storedCursor))
      return { snapshot, end: async () => void held.delete(snapshot) }
    },
    async readHeld(snapshot, read) {
      const model = held.get(snapshot)
      if (!model) throw new Error('the snapshot is not held')
      return read(model)
    },
  }
}

type Entries = ReadonlyMap<string, EntrySource>

const textsIn = (entries: Entries, keys: readonly EntryKey[]): ReadonlyMap<string, string> =>
  new Map(
    keys.flatMap((key) => {
      const source = entries.get(entryName(key))
      return source?.entry ? [[entryName(key), source.markdown] as const] : []
    }),
  )

const snapshotOf = (entries: Entries, cursor: string | undefined): SnapshotOfModel => ({
  cursor: async () => cursor,
  revisions: async () => [...entries.values()].map(({ type, id, revision }) => ({ type, id, revision })),
  records: async (keys) =>
    keys.flatMap((key) => {
      const source = entries.get(entryName(key))
      if (!source) return []
      const { markdown: _, ...record } = source
      return [record]
    }),
  texts: async (keys) => textsIn(entries, keys),
})
