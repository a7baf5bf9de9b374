/**
 * Writes manifests. An edit replaces a few digests in the text of the last one, which is more than a
 * megabyte.
 */
import { writeFile } from 'node:fs/promises'
import type { ChangeSet } from '../../core/pages/change-set.ts'
import type { Manifest } from '../../core/ports.ts'
import { aboutText, type Finished, filesText, isSameRelease } from './shelf.ts'

export interface ManifestStep {
  readonly base: Finished['about']
  readonly changes: ChangeSet
}

export interface ManifestWriter {
  write(file: string, made: Finished, step?: ManifestStep): Promise<void>
}

interface Written {
  about: Finished['about']
  readonly text: Buffer
  readonly places: ReadonlyMap<string, Place>
}

export function manifestWriter(): ManifestWriter {
  let last: Written | undefined

  function isOfLast({ base, changes }: ManifestStep): boolean {
    const isSamePaths = changes.added.size + changes.removed.size === 0
    return last !== undefined && isSamePaths && isSameRelease(last.about, base)
  }

  return {
    async write(file, { about, files }, step) {
      if (!last || !step || !isOfLast(step) || !putIn(last, files, step.changes.changed)) {
        const text = Buffer.from(filesText(files))
        last = { about, text, places: placesIn(files, text.length) }
      }
      last.about = about
      await writeFile(file, [aboutText(about), last.text])
    },
  }
}

/** False, and nothing changed, where a digest does not fit. */
function putIn({ text, places }: Written, files: Manifest, paths: Iterable<string>): boolean {
  const changes: [digest: string, at: number][] = []
  for (const path of paths) {
    const [place, digest] = [places.get(path), files.get(path)]
    if (!place || digest?.length !== place.length || !isPlain(digest)) return false
    changes.push([digest, place.at])
  }
  for (const [digest, at] of changes) text.write(digest, at, 'latin1')
  return true
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
