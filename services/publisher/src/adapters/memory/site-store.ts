import { outputDirTaken } from '../../core/errors.ts'
import { safePath } from '../../core/plan/safe-path.ts'
import type { Manifest, SiteStore } from '../../core/ports.ts'

interface MemorySite {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly manifest: Manifest
}

export interface MemorySiteStore extends SiteStore {
  /** The bytes a reader of that output would see. */
  read(outputDir: string, path: string): Promise<Uint8Array | undefined>
  list(outputDir: string): Promise<string[]>
}

/** Sites in memory, for tests. */
export function memorySiteStore(): MemorySiteStore {
  const sites = new Map<string, MemorySite>()
  return {
    current: async (outputDir) => sites.get(outputDir)?.manifest,
    read: async (outputDir, path) => sites.get(outputDir)?.files.get(path),
    list: async (outputDir) => [...(sites.get(outputDir)?.files.keys() ?? [])].sort(),
    async stage(outputDir) {
      for (const other of sites.keys()) {
        if (other.startsWith(`${outputDir}/`) || outputDir.startsWith(`${other}/`)) throw outputDirTaken(outputDir, other)
      }
      const files = new Map<string, Uint8Array>()
      return {
        async reuse(path) {
          const name = safePath(path)
          const known = sites.get(outputDir)?.files.get(name)
          if (known) files.set(path, known)
          return known !== undefined
        },
        async write(path, content) {
          safePath(path)
          files.set(path, typeof content === 'string' ? new TextEncoder().encode(content) : await all(content))
        },
        activate: async (manifest) => {
          sites.set(outputDir, { files, manifest })
        },
        discard: async () => undefined,
      }
    },
  }
}

async function all(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
