/** Stores manifests, and reads those of the stored generations. */
import { crc32 } from 'node:zlib'
import {
  manifestIndexText,
  manifestText,
  type SiteGeneration,
  type SiteObject,
  type SiteObjects,
  sitePlaces,
} from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'
import { type ManifestPart, readManifest, type StoredManifest } from '@typecase/runtime/site-manifests'
import { inParallel } from '../../core/pages/in-parallel.ts'
import { sha256 } from './uploads.ts'

/** Average number of files of a part. */
const filesPerPart = 512
/** The manifest of a smaller site is one object. */
const filesOfLargeSite = 2_048
const putsAtOnce = 16
/** Milliseconds for which later generations reuse a complete manifest. */
const completeForMs = 3_600_000

export class Manifests {
  readonly #blobs: BlobStore
  /** The last manifest of each output. */
  readonly #last = new Map<string, StoredManifest>()
  readonly #objects = new WeakMap<SiteObjects, ReadonlySet<string>>()

  constructor(blobs: BlobStore) {
    this.#blobs = blobs
  }

  /** Digests of the objects of those files. */
  objectsOf(files: SiteObjects): ReadonlySet<string> {
    const known = this.#objects.get(files) ?? new Set(Array.from(files.values(), ({ digest }) => digest))
    this.#objects.set(files, known)
    return known
  }

  async filesOf(outputDir: string, generation: SiteGeneration): Promise<SiteObjects> {
    const manifest = await readManifest(this.#blobs, outputDir, generation, this.#last.get(outputDir))
    this.#last.set(outputDir, manifest)
    return manifest.files
  }

  /**
   * Stores the manifest. For a large site, stores only an index and the parts that differ from the last
   * manifest. Version 0.1 cannot read parts, so the result also names a complete manifest. `put` reuses that
   * of `former`, the previous generation, and stores a new one once an hour.
   */
  async put(
    outputDir: string,
    files: SiteObjects,
    former: SiteGeneration | undefined,
  ): Promise<SiteGeneration> {
    if (files.size < filesOfLargeSite) {
      const manifest = await this.#store(outputDir, manifestText(files))
      this.#last.set(outputDir, { digest: manifest, parts: [{ digest: manifest, files }], files })
      return { manifest }
    }
    const known = new Map(this.#last.get(outputDir)?.parts.map((part) => [firstOf(part.files), part]))
    const runs = runsOf(files)
    const parts: ManifestPart[] = []
    await inParallel([...runs.entries()], putsAtOnce, async ([at, run]) => {
      const before = known.get(firstOf(run))
      const isSame = before !== undefined && equal(before.files, run)
      parts[at] = isSame ? before : { digest: await this.#store(outputDir, manifestText(run)), files: run }
    })
    const index = await this.#store(outputDir, manifestIndexText(parts.map(({ digest }) => digest)))
    this.#last.set(outputDir, { digest: index, parts, files })
    return { ...(await this.#complete(outputDir, files, former)), index }
  }

  async #complete(
    outputDir: string,
    files: SiteObjects,
    former: SiteGeneration | undefined,
  ): Promise<SiteGeneration> {
    const at = former?.manifestAt
    if (former && at !== undefined && Date.now() - Date.parse(at) < completeForMs)
      return { manifest: former.manifest, manifestAt: at }
    const manifest = await this.#store(outputDir, manifestText(files))
    return { manifest, manifestAt: new Date().toISOString() }
  }

  /** Keys of all manifests and objects of the generations. */
  async keysOf(outputDir: string, generations: readonly SiteGeneration[]): Promise<ReadonlySet<string>> {
    const places = sitePlaces(outputDir)
    const keys = new Set<string>()
    const addParts = ({ parts }: StoredManifest) => {
      for (const { digest, files } of parts) {
        keys.add(places.manifest(digest))
        for (const object of files.values()) keys.add(places.object(object.digest))
      }
    }
    const last = this.#last.get(outputDir)
    for (const manifest of new Set(generations.map((each) => each.manifest)))
      addParts(await readManifest(this.#blobs, outputDir, { manifest }, last))
    let known = last
    for (const generation of generations) {
      if (generation.index === undefined) continue
      keys.add(places.manifest(generation.index))
      known = await readManifest(this.#blobs, outputDir, generation, known)
      addParts(known)
    }
    return keys
  }

  async #store(outputDir: string, text: string): Promise<string> {
    const contents = Buffer.from(text)
    const digest = sha256(contents)
    const key = sitePlaces(outputDir).manifest(digest)
    await this.#blobs.put(key, contents, { contentType: 'application/json' })
    return digest
  }
}

/**
 * Splits the files into runs. A run ends after a path whose checksum is a multiple of `filesPerPart`, so that
 * an added or removed file changes at most two runs.
 */
function runsOf(files: SiteObjects): readonly SiteObjects[] {
  const runs: SiteObjects[] = []
  let run = new Map<string, SiteObject>()
  for (const [path, object] of files) {
    run.set(path, object)
    if (crc32(path) % filesPerPart > 0) continue
    runs.push(run)
    run = new Map()
  }
  return run.size > 0 ? [...runs, run] : runs
}

const firstOf = (files: SiteObjects): string => files.keys().next().value ?? ''

/** Compares the objects by identity, because a build reuses the objects of unchanged files. */
function equal(one: SiteObjects, other: SiteObjects): boolean {
  if (one.size !== other.size) return false
  for (const [path, object] of one) if (other.get(path) !== object) return false
  return true
}
