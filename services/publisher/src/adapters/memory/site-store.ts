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
    async stage({ outputDir, files: wanted, renew }) {
      for (const path of wanted.keys()) safePath(path)
      for (const other of sites.keys()) {
        if (other.startsWith(`${outputDir}/`) || outputDir.startsWith(`${other}/`)) throw outputDirTaken(outputDir, other)
      }
      const files = new Map<string, Uint8Array>()
      const missing = new Set(renew)
      const former = sites.get(outputDir)
      for (const [path, digest] of wanted) {
        const known = former?.manifest.get(path) === digest ? former.files.get(path) : undefined
        if (known && !renew.has(path)) files.set(path, known)
        else missing.add(path)
      }
      return {
        missing,
        async write(some) {
          for (const { path, content } of some)
            files.set(safePath(path), typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content))
        },
        async copy(path, chunks) {
          files.set(safePath(path), await all(chunks))
        },
        activate: async (leftOut = new Set()) => {
          for (const path of leftOut) files.delete(path)
          sites.set(outputDir, { files, manifest: new Map([...wanted].filter(([path]) => !leftOut.has(path))) })
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
