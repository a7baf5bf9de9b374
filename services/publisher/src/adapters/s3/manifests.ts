/** Stores manifests, and reads those of the stored generations. */
import { crc32 } from 'node:zlib'
import {
  manifestIndexText,
  manifestText,
  type SiteGeneration,
  type SiteObjects,
  sitePlaces,
} from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'
import {
  filesOfParts,
  type ManifestPart,
  type ManifestReader,
  manifestDigest,
  manifestReader,
} from '@typecase/runtime/site-manifests'
import { inParallel } from '../../core/pages/in-parallel.ts'
import { sha256 } from './uploads.ts'

/** Average number of files of a part. */
const filesPerPart = 512
/** The manifest of a smaller site is one object. */
const filesOfLargeSite = 2_048
const putsAtOnce = 16

interface StoredManifest {
  /** `manifestDigest` of the generation. */
  readonly digest: string
  readonly parts: readonly ManifestPart[]
  readonly files: SiteObjects
}

export class Manifests {
  readonly #blobs: BlobStore
  readonly #readers = new Map<string, ManifestReader>()
  /** The last manifest of each output. */
  readonly #last = new Map<string, StoredManifest>()

  constructor(blobs: BlobStore) {
    this.#blobs = blobs
  }

  async filesOf(outputDir: string, generation: SiteGeneration): Promise<SiteObjects> {
    const digest = manifestDigest(generation)
    const last = this.#last.get(outputDir)
    if (last?.digest === digest) return last.files
    const reader = this.#readers.get(outputDir) ?? manifestReader(this.#blobs, outputDir)
    this.#readers.set(outputDir, reader)
    const parts = await reader.parts(generation)
    const files = filesOfParts(parts)
    this.#last.set(outputDir, { digest, parts, files })
    return files
  }

  /**
   * Stores the manifest. For a large site, stores only the parts that differ from the last manifest, and an
   * index. `complete` is a former manifest for version 0.1, which does not read parts.
   */
  async put(outputDir: string, files: SiteObjects, complete: string | undefined): Promise<SiteGeneration> {
    const whole = () => this.#store(outputDir, manifestText(files))
    if (files.size < filesOfLargeSite) {
      const manifest = await whole()
      this.#last.set(outputDir, { digest: manifest, parts: [{ digest: manifest, files }], files })
      return { manifest }
    }
    const known = new Map(this.#last.get(outputDir)?.parts.map((part) => [firstOf(part.files), part]))
    const runs = runsOf(files)
    const parts: ManifestPart[] = []
    await inParallel([...runs.entries()], putsAtOnce, async ([at, run]) => {
      const former = known.get(firstOf(run))
      const isSame = former !== undefined && equal(former.files, run)
      parts[at] = isSame ? former : { digest: await this.#store(outputDir, manifestText(run)), files: run }
    })
    const index = await this.#store(outputDir, manifestIndexText(parts.map(({ digest }) => digest)))
    this.#last.set(outputDir, { digest: index, parts, files })
    return { manifest: complete ?? (await whole()), index }
  }

  /** Keys of all manifests and objects of the generations. */
  async keysOf(outputDir: string, generations: readonly SiteGeneration[]): Promise<ReadonlySet<string>> {
    const places = sitePlaces(outputDir)
    const reader = manifestReader(this.#blobs, outputDir)
    const keys = new Set<string>()
    const readable = generations.flatMap(({ manifest, index }) => [
      { manifest },
      ...(index === undefined ? [] : [{ manifest, index }]),
    ])
    for (const generation of readable) {
      keys.add(places.manifest(manifestDigest(generation)))
      for (const { digest, files } of await reader.parts(generation)) {
        keys.add(places.manifest(digest))
        for (const object of files.values()) keys.add(places.object(object.digest))
      }
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

/** Ends a run after a path whose checksum says so, so that added and removed files change only their own run. */
function runsOf(files: SiteObjects): readonly SiteObjects[] {
  const runs: SiteObjects[] = []
  let run = new Map<string, NonNullable<ReturnType<SiteObjects['get']>>>()
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
