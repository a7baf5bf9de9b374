/** Manifest of a release: its generation, and the paths and digests of its files. */
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ChangeSet } from '../../core/pages/change-set.ts'
import type { Manifest, StoredGeneration } from '../../core/ports.ts'
import { absent } from './error-code.ts'
import { manifestOf } from './release-layout.ts'

export interface Release {
  readonly about: Omit<StoredGeneration, 'isLive'>
  readonly files: Manifest
}

/** Compares the time too, because an interrupted generation may run again under the same id. */
export const isSameRelease = (one: Release['about'], other: Release['about']): boolean =>
  one.id === other.id && one.at.getTime() === other.at.getTime()

const about = z.object({
  id: z.string(),
  trigger: z.enum(['manual', 'event']),
  pages: z.int(),
  at: z.iso.datetime().transform((text) => new Date(text)),
})

/**
 * Accepts two formats: two lists, which take half the time to parse, and the pairs that the first versions
 * wrote.
 */
const format = z.union([
  z
    .object({ about, paths: z.array(z.string()), digests: z.array(z.string()) })
    .refine(({ paths, digests }) => paths.length === digests.length)
    .transform(({ about, paths, digests }) => ({
      about,
      files: new Map(paths.map((path, index) => [path, digests[index] ?? ''])),
    })),
  z
    .object({ about, files: z.array(z.tuple([z.string(), z.string()])) })
    .transform(({ about, files }) => ({ about, files: new Map(files) })),
])

/** Undefined for a missing manifest, damaged JSON or an unknown format. */
export async function readManifest(folder: string): Promise<Release | undefined> {
  const text = await readFile(manifestOf(folder), 'utf8').catch(absent)
  try {
    return text === undefined ? undefined : format.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const manifestText = ({ about, files }: Release): string => aboutText(about) + filesText(files)

const aboutText = (about: Release['about']): string => `{"about":${JSON.stringify(about)},`

/** The digests must come last, because `placesIn` computes their offsets from the end of the text. */
const filesText = (files: Manifest): string =>
  `"paths":${JSON.stringify([...files.keys()])},"digests":${JSON.stringify([...files.values()])}}`

/** The difference between a release and the one that it was built from. */
export interface ManifestStep {
  readonly base: Release['about']
  readonly changes: ChangeSet
}

/**
 * Writes manifests. The text for 100,000 pages is 10 MB, so the writer caches the last text and replaces only
 * the changed digests in it.
 */
export class ManifestWriter {
  #last:
    | { about: Release['about']; readonly text: Buffer; readonly places: ReadonlyMap<string, Place> }
    | undefined

  async write(file: string, { about, files }: Release, step?: ManifestStep): Promise<void> {
    if (!step || !this.#replaceDigests(files, step)) {
      const text = Buffer.from(filesText(files))
      this.#last = { about, text, places: placesIn(files, text.length) }
    }
    if (!this.#last) throw new Error('no manifest was written')
    this.#last.about = about
    await writeFile(file, [aboutText(about), this.#last.text])
  }

  /**
   * Returns false and changes nothing if the last manifest is not that of `base`, if paths were added or
   * removed, or if a new digest has another length.
   */
  #replaceDigests(files: Manifest, { base, changes: { added, changed, removed } }: ManifestStep): boolean {
    const last = this.#last
    if (!last || added.size + removed.size > 0 || !isSameRelease(last.about, base)) return false
    const digests: [digest: string, at: number][] = []
    for (const path of changed) {
      const [place, digest] = [last.places.get(path), files.get(path)]
      if (!place || digest?.length !== place.length || !isPlain(digest)) return false
      digests.push([digest, place.at])
    }
    for (const [digest, at] of digests) last.text.write(digest, at, 'latin1')
    return true
  }
}

interface Place {
  readonly at: number
  readonly length: number
}

/** True for a digest that JSON writes without escapes and multibyte characters. */
const isPlain = (digest: string): boolean => /^[\w-]*$/.test(digest)

/** Byte offsets of the digests in the text, which ends with them. */
function placesIn(files: Manifest, length: number): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  let at = length - ']}'.length
  for (const [path, digest] of [...files].toReversed()) {
    if (!isPlain(digest)) break
    at -= digest.length + '"'.length
    places.set(path, { at, length: digest.length })
    at -= '",'.length
  }
  return places
}
