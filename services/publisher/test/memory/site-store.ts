import { createHash } from 'node:crypto'
import { leaseLost, outputDirTaken } from '../../src/core/errors.ts'
import { overlap, safePath } from '../../src/core/pages/addresses/safe-path.ts'
import type { Manifest } from '../../src/core/pages/manifest.ts'
import {
  keptGenerations,
  type SiteStore,
  type StagedRelease,
  type StageRequest,
  type StoredGeneration,
} from '../../src/core/ports.ts'

interface MemoryGeneration {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly manifest: Manifest
  readonly about: Omit<StoredGeneration, 'isLive'>
}

interface MemorySite {
  readonly token: number
  readonly live: MemoryGeneration
  /** Newest first. */
  readonly kept: readonly MemoryGeneration[]
}

export interface MemorySiteStore extends SiteStore {
  /** The bytes that a reader of the output gets. */
  read(outputDir: string, path: string): Promise<Uint8Array | undefined>
  list(outputDir: string): Promise<string[]>
}

/** Sites in memory, for tests. */
export function memorySiteStore(): MemorySiteStore {
  const sites = new Map<string, MemorySite>()
  const staged = new Map<string, Map<string, Uint8Array>>()
  /** Names of releases that were begun and not staged yet. */
  const begun = new Set<string>()

  function switchTo(outputDir: string, token: number, live: MemoryGeneration): void {
    const former = sites.get(outputDir)
    if (former && former.token > token) throw leaseLost()
    const kept = former?.kept.includes(live)
      ? former.kept
      : [live, ...(former?.kept ?? []).filter(({ about }) => about.id !== live.about.id)].slice(
          0,
          keptGenerations,
        )
    sites.set(outputDir, { token, live, kept })
  }

  const stagingOf = (
    { outputDir, generationId, trigger, pages, token, files: planned }: StageRequest,
    files: Map<string, Uint8Array>,
  ) => ({
    async write(some: readonly { readonly path: string; readonly content: string | Uint8Array }[]) {
      for (const { path, content } of some)
        files.set(
          safePath(path),
          typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content),
        )
    },
    async copy(path: string, chunks: AsyncIterable<Uint8Array>) {
      files.set(safePath(path), await all(chunks))
    },
    accept: async (some: readonly { readonly path: string }[]) =>
      some.flatMap(({ path }) => (files.has(path) ? [] : [path])),
    async activate(omitted: ReadonlySet<string> = new Set()) {
      for (const path of omitted) files.delete(path)
      const manifest = planned.without(omitted)
      switchTo(outputDir, token, {
        files,
        manifest,
        about: { id: generationId, trigger, pages, at: new Date() },
      })
    },
    discard: async () => undefined,
  })

  function refuseOverlap(outputDir: string): void {
    for (const other of sites.keys()) if (overlap(other, outputDir)) throw outputDirTaken(outputDir, other)
  }

  return {
    warmUp: () => undefined,
    refuseOverlap: async (outputDir) => refuseOverlap(outputDir),
    current: async (outputDir) => sites.get(outputDir)?.live.manifest,
    shown: async (outputDir) => sites.get(outputDir)?.live.about.id,
    read: async (outputDir, path) => sites.get(outputDir)?.live.files.get(path),
    list: async (outputDir) => [...(sites.get(outputDir)?.live.files.keys() ?? [])].sort(),
    generations: async (outputDir) => {
      const site = sites.get(outputDir)
      return site?.kept.map((generation) => ({ ...generation.about, isLive: generation === site.live })) ?? []
    },
    async activate(outputDir, generationId, token) {
      const generation = sites.get(outputDir)?.kept.find(({ about }) => about.id === generationId)
      if (generation) switchTo(outputDir, token, generation)
      return generation && { ...generation.about, isLive: true }
    },
    async contribute(to) {
      if ((sites.get(to.outputDir)?.token ?? 0) > to.token) throw leaseLost()
      const files = staged.get(nameOf(to))
      if (!files) throw new Error('the release is not staged')
      return {
        async write(some) {
          for (const { path, content } of some) files.set(safePath(path), Uint8Array.from(content))
          return some.map(({ path, content }) => ({ path, digest: sha256(content), size: content.length }))
        },
        durable: async () => undefined,
      }
    },
    async begin(release) {
      refuseOverlap(release.outputDir)
      staged.set(nameOf(release), new Map())
      begun.add(nameOf(release))
    },
    async abandon(release) {
      if (begun.delete(nameOf(release))) staged.delete(nameOf(release))
    },
    async stage(request) {
      for (const path of request.files.paths) safePath(path)
      refuseOverlap(request.outputDir)
      const files = (begun.delete(nameOf(request)) && staged.get(nameOf(request))) || new Map()
      const missing = new Set(request.renew)
      const former = sites.get(request.outputDir)?.live
      request.files.forEach((digest, path) => {
        const unchangedContent = former?.manifest.get(path) === digest ? former.files.get(path) : undefined
        if (unchangedContent && !request.renew.has(path)) files.set(path, unchangedContent)
        else missing.add(path)
      })
      staged.set(nameOf(request), files)
      return { missing, ...stagingOf(request, files) }
    },
  }
}

const nameOf = ({ outputDir, generationId, token }: StagedRelease) => `${generationId} ${token} ${outputDir}`

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function all(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
