/**
 * Writes manifests. An edit replaces a few digests in the text of the last one, which is more than a
 * megabyte.
 */
import { writeFile } from 'node:fs/promises'
import type { Manifest } from '../../core/ports.ts'
import { aboutText, type Finished, filesText } from './shelf.ts'

export interface ManifestWriter {
  write(
    file: string,
    made: Finished,
    step?: { readonly from: Manifest; readonly paths: Iterable<string> },
  ): Promise<void>
}

export function manifestWriter(): ManifestWriter {
  let last:
    | { files: Manifest; readonly text: Buffer; readonly places: ReadonlyMap<string, Place> }
    | undefined

  function anew(files: Manifest): Buffer {
    const text = Buffer.from(filesText(files))
    last = { files, text, places: placesIn(files, text.length) }
    return text
  }

  /** Undefined if the last text can't be reused; it is unchanged then. */
  function putIn(files: Manifest, paths: Iterable<string>): Buffer | undefined {
    if (!last) return undefined
    const changes: [digest: string, at: number][] = []
    for (const path of paths) {
      const [place, digest] = [last.places.get(path), files.get(path)]
      if (!place || digest?.length !== place.length || !isPlain(digest)) return undefined
      changes.push([digest, place.at])
    }
    for (const [digest, at] of changes) last.text.write(digest, at, 'latin1')
    last.files = files
    return last.text
  }

  return {
    async write(file, { about, files }, step) {
      const isOfLast = step !== undefined && last?.files === step.from && files.size === step.from.size
      const text = (isOfLast && putIn(files, step.paths)) || anew(files)
      await writeFile(file, [aboutText(about), text])
    },
  }
}

interface Place {
  readonly at: number
  readonly length: number
}

/** Neither escaped nor multibyte. */
const isPlain = (digest: string): boolean => /^[\w-]*$/.test(digest)

/** Byte offsets of the digests, which are the last list. */
function placesIn(files: Manifest, length: number): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  const all = [...files]
  let at = length - ']}'.length
  for (let number = all.length - 1; number >= 0; number -= 1) {
    const [path, digest] = all[number] as [string, string]
    if (!isPlain(digest)) break
    at -= digest.length + '"'.length
    places.set(path, { at, length: digest.length })
    at -= '",'.length
  }
  return places
}
