/**
 * Objects named by content, a manifest per release and one pointer per output, which is replaced last
 * (packages/contracts/src/published-site.ts).
 */
import { text } from 'node:stream/consumers'
import {
  manifestText,
  parseManifest,
  type SiteObject,
  type SiteObjects,
  type SitePointer,
  sitePlaces,
} from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import {
  type Contribution,
  keptGenerations,
  type Manifest,
  type SiteStore,
  type StageRequest,
  type Staging,
  type StoredGeneration,
  type WrittenFile,
} from '../../core/ports.ts'
import { objectPointers } from './pointers.ts'
import { sweepObjects } from './sweep.ts'
import { objectUploads, sha256, type Uploads } from './uploads.ts'

export interface S3SiteStore extends SiteStore {
  close(): Promise<void>
}

export interface S3SiteStoreOptions {
  readonly onSweepFailed: (error: unknown) => void
  /** Milliseconds that unneeded objects stay; default one hour. */
  readonly spareMs?: number
  /** Milliseconds between collections; default 15 minutes. */
  readonly sweepEveryMs?: number
}

export function s3SiteStore(blobs: BlobStore, options: S3SiteStoreOptions): S3SiteStore {
  const { onSweepFailed, spareMs = 3_600_000, sweepEveryMs = 900_000 } = options
  const pointers = objectPointers(blobs)
  /** The last manifest of each output. */
  const known = new Map<string, { readonly digest: string; readonly files: SiteObjects }>()
  const sweptAt = new Map<string, number>()
  let sweeping: Promise<void> = Promise.resolve()

  async function manifest(outputDir: string, digest: string): Promise<SiteObjects> {
    const last = known.get(outputDir)
    if (last?.digest === digest) return last.files
    const found = await blobs.get(sitePlaces(outputDir).manifest(digest))
    if (!found) throw new Error('the manifest of a generation is not there')
    return parseManifest(await text(found.stream))
  }

  async function liveFiles(pointer: SitePointer): Promise<SiteObjects> {
    const digest = pointer.generations.find(({ id }) => id === pointer.live)?.manifest
    if (digest === undefined) throw new Error('the pointer names a generation that it does not hold')
    const files = await manifest(pointer.outputDir, digest)
    known.set(pointer.outputDir, { digest, files })
    return files
  }

  async function stage(request: StageRequest): Promise<Staging> {
    const { outputDir, files, renew } = request
    for (const path of files.keys()) safePath(path)
    await sweeping
    await pointers.refuseOverlap(safePath(outputDir))
    const pointer = await pointers.read(outputDir)
    const current: SiteObjects = pointer ? await liveFiles(pointer) : new Map()
    const made = new Map<string, SiteObject>()
    const missing = new Set(renew)
    for (const [path, source] of files) {
      const object = current.get(path)
      if (missing.has(path)) continue
      if (object?.source === source) made.set(path, object)
      else missing.add(path)
    }
    const uploads = objectUploads(
      blobs,
      outputDir,
      new Set([...current.values()].map(({ digest }) => digest)),
    )
    const stored = (path: string) => current.get(path)?.digest
    return staging({ files, made, missing, uploads, stored, activated: (whole) => activated(request, whole) })
  }

  async function activated(
    { outputDir, generationId: id, trigger, pages, token }: StageRequest,
    files: SiteObjects,
  ): Promise<void> {
    const contents = Buffer.from(manifestText(files))
    const digest = sha256(contents)
    await blobs.put(sitePlaces(outputDir).manifest(digest), contents, { contentType: 'application/json' })
    const generation = { id, trigger, pages, at: new Date().toISOString(), manifest: digest }
    await pointers.change(outputDir, token, (former) => {
      const others = former?.generations.filter((one) => one.id !== id) ?? []
      return { outputDir, live: id, generations: [generation, ...others].slice(0, keptGenerations) }
    })
    known.set(outputDir, { digest, files })
    if (Date.now() - (sweptAt.get(outputDir) ?? 0) >= sweepEveryMs)
      sweeping = sweep(outputDir).catch(onSweepFailed)
  }

  async function sweep(outputDir: string): Promise<void> {
    sweptAt.set(outputDir, Date.now())
    const before = new Date(Date.now() - spareMs)
    const places = sitePlaces(outputDir)
    const pointer = await pointers.read(outputDir)
    const needed = new Set<string>()
    for (const generation of pointer?.generations ?? []) {
      needed.add(places.manifest(generation.manifest))
      for (const { digest } of (await manifest(outputDir, generation.manifest)).values())
        needed.add(places.object(digest))
    }
    if (!(await sweepObjects(blobs, outputDir, needed, before))) sweptAt.delete(outputDir)
  }

  return {
    warmUp: () => undefined,
    async current(outputDir) {
      const pointer = await pointers.read(safePath(outputDir))
      return pointer && sources(await liveFiles(pointer))
    },
    refuseOverlap: (outputDir) => pointers.refuseOverlap(safePath(outputDir)),
    shown: async (outputDir) => (await pointers.read(safePath(outputDir)))?.live,
    stage,
    async contribute({ outputDir, token }) {
      await pointers.refuseOlder(safePath(outputDir), token)
      return contribution(objectUploads(blobs, outputDir, new Set()))
    },
    async generations(outputDir) {
      const pointer = await pointers.read(safePath(outputDir))
      return pointer?.generations.map((generation) => told(generation, generation.id === pointer.live)) ?? []
    },
    async activate(outputDir, generationId, token) {
      const isWanted = ({ id }: { readonly id: string }) => id === generationId
      const shown = await pointers.change(safePath(outputDir), token, (former) =>
        former?.generations.some(isWanted) ? { ...former, live: generationId } : undefined,
      )
      const wanted = shown?.generations.find(isWanted)
      return wanted && told(wanted, true)
    },
    close: () => sweeping,
  }
}

const sources = (files: SiteObjects): Manifest =>
  new Map([...files].map(([path, { source }]) => [path, source]))

const told = (
  { id, trigger, pages, at }: SitePointer['generations'][number],
  isLive: boolean,
): StoredGeneration => ({
  id,
  trigger,
  pages,
  isLive,
  at: new Date(at),
})

interface Begun {
  readonly files: Manifest
  readonly made: Map<string, SiteObject>
  readonly missing: ReadonlySet<string>
  readonly uploads: Uploads
  readonly stored: Staging['stored']
  readonly activated: (files: SiteObjects) => Promise<void>
}

/** Objects are durable when they are stored; without a release that names them they are garbage. */
const contribution = (uploads: Uploads): Contribution => ({
  async write(files) {
    for (const { path } of files) safePath(path)
    const written: WrittenFile[] = []
    for (const { path, content, stored } of files)
      written.push({ path, ...(await uploads.put(content, stored)) })
    return written
  },
  durable: uploads.settled,
})

function staging({ files, made, missing, uploads, stored, activated }: Begun): Staging {
  const hold = (path: string, stored: Omit<SiteObject, 'source'>) =>
    made.set(path, { ...stored, source: files.get(path) ?? '' })
  return {
    missing,
    async write(some) {
      for (const { path } of some) safePath(path)
      for (const { path, content } of some)
        hold(path, await uploads.put(typeof content === 'string' ? Buffer.from(content) : content))
    },
    stored,
    async accept(some) {
      for (const { path, digest, size } of some) hold(safePath(path), { digest, size })
      return []
    },
    async copy(path, chunks) {
      safePath(path)
      hold(path, await uploads.copy(chunks))
    },
    async activate(leftOut = new Set()) {
      await uploads.settled()
      const whole = new Map<string, SiteObject>()
      for (const path of files.keys()) {
        const object = made.get(path)
        if (object && !leftOut.has(path)) whole.set(path, object)
        else if (!leftOut.has(path)) throw new Error(`the file ${path} of the site was not written`)
      }
      await activated(whole)
    },
    // The garbage collector removes them.
    discard: () => uploads.settled().catch(() => undefined),
  }
}
