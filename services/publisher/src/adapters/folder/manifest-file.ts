/** Manifest of a release: its generation, and the paths and digests of its files. */
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { Manifest } from '../../core/pages/manifest.ts'
import type { StoredGeneration } from '../../core/ports.ts'
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
      files: Manifest.fromLists(paths, digests),
    })),
  z
    .object({ about, files: z.array(z.tuple([z.string(), z.string()])) })
    .transform(({ about, files }) => ({ about, files: Manifest.fromEntries(files) })),
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

/** The digests must come last, because `placesOf` computes their offsets from the end of the text. */
const filesText = ({ paths, digests }: Manifest): string =>
  `"paths":${JSON.stringify(paths)},"digests":${JSON.stringify([...digests])}}`

interface Written {
  files: Manifest
  readonly text: Buffer
  /** Byte offset of each digest in the text; undefined if JSON writes a digest with escapes. */
  readonly places: Uint32Array | undefined
}

/**
 * Writes manifests. The text for 100,000 pages is 10 MB, so the writer caches the last text and replaces only
 * the changed digests in it.
 */
export class ManifestWriter {
  #last: Written | undefined

  async write(file: string, { about, files }: Release): Promise<void> {
    if (!this.#last || !replaceDigests(this.#last, files)) {
      const text = Buffer.from(filesText(files))
      this.#last = { files, text, places: placesOf([...files.digests], text.length) }
    }
    await writeFile(file, [aboutText(about), this.#last.text])
  }
}

/** Returns false and changes nothing if the paths are not shared or a new digest does not fit. */
function replaceDigests(last: Written, files: Manifest): boolean {
  const { places, text } = last
  if (!places || !files.sharesPathsWith(last.files)) return false
  const changed: (readonly [digest: string, place: number])[] = []
  let isReplaceable = true
  files.digests.forEachChange(last.files.digests, (digest, position, before) => {
    isReplaceable &&= isPlain(digest) && digest.length === before?.length
    changed.push([digest, places[position] ?? 0])
  })
  if (!isReplaceable) return false
  for (const [digest, place] of changed) text.write(digest, place, 'latin1')
  last.files = files
  return true
}

/** True for a digest that JSON writes without escapes and multibyte characters. */
const isPlain = (digest: string): boolean => /^[\w-]*$/.test(digest)

function placesOf(digests: readonly string[], length: number): Uint32Array | undefined {
  if (!digests.every(isPlain)) return undefined
  const places = new Uint32Array(digests.length)
  let place = length - ']}'.length
  for (let position = digests.length - 1; position >= 0; position -= 1) {
    place -= (digests[position]?.length ?? 0) + '"'.length
    places[position] = place
    place -= '",'.length
  }
  return places
}
