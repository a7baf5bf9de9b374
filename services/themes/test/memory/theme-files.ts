import type { ThemeFiles } from '../../src/core/ports.ts'

/** In-memory contents for tests. */
export function memoryThemeFiles(): ThemeFiles & { hashes(): readonly string[] } {
  const contents = new Map<string, Uint8Array>()
  return {
    put: async (sha256, bytes) => {
      contents.set(sha256, Uint8Array.from(bytes))
    },
    read: async function* (sha256) {
      const bytes = contents.get(sha256)
      if (!bytes) throw new Error(`no contents ${sha256}`)
      yield bytes
    },
    delete: async (sha256) => {
      contents.delete(sha256)
    },
    hashes: () => [...contents.keys()],
  }
}
