/** Writes manifests. That of a large site is more than a megabyte of text, of which an edit changes a few digests: these alone are put in. */
import { writeFile } from 'node:fs/promises'
import type { Manifest } from '../../core/ports.ts'
import { aboutText, type Finished, filesText } from './shelf.ts'

export interface ManifestWriter {
  /** `step` names the manifest before, and the paths in which this one differs from it at most, where that is known. */
  write(
    file: string,
    made: Finished,
    step?: { readonly from: Manifest; readonly paths: Iterable<string> },
  ): Promise<void>
}

/** One manifest is written at a time. */
export function manifestWriter(): ManifestWriter {
  let last:
    | { files: Manifest; readonly text: Buffer; readonly places: ReadonlyMap<string, Place> }
    | undefined

  function anew(files: Manifest): Buffer {
    const text = Buffer.from(filesText(files))
    last = { files, text, places: placesIn(files, text.length) }
    return text
  }

  /** Undefined where the text of before is of no use; then nothing was changed about it. */
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
  /** Bytes. */
  readonly at: number
  readonly length: number
}

/** Neither escaped nor more than a byte a character. */
const isPlain = (digest: string): boolean => /^[\w-]*$/.test(digest)

/** Where the plain digests stand in a text of that many bytes: they are the last list, in the order of the files. */
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
