import { type EntrySource, entryName, type ModelStore } from '../../src/core/site/content-model.ts'

/** The read model in memory, for tests. */
export function memoryModelStore(): ModelStore {
  const entries = new Map<string, EntrySource>()
  let known: string | undefined
  return {
    cursor: async () => known,
    records: async () => ({
      cursor: known,
      records: [...entries.values()].map(({ markdown: _, ...record }) => record),
    }),
    async apply(sources) {
      for (const source of sources) {
        const name = entryName(source)
        if ((entries.get(name)?.revision ?? 0) <= source.revision) entries.set(name, source)
      }
    },
    moveCursor: async (cursor) => {
      known = cursor
    },
    texts: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const found = entries.get(entryName(key))
          return found?.entry ? [[entryName(key), found.markdown] as const] : []
        }),
      ),
  }
}
