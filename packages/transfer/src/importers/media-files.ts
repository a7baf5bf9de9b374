/** Imports files of a source as media. */
import { slugOf } from '@typecase/kernel'
import type { Entry } from '../model.ts'
import type { Tree } from '../source/tree.ts'
import type { ImportSource } from './importer.ts'

/** contract.md#media-types */
const accepted = new Set(
  'jpg jpeg png gif webp svg avif ico pdf doc docx txt odt rtf xls xlsx ods ppt pptx odp csv epub zip'.split(
    ' ',
  ),
)

export const extensionOf = (path: string): string => /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
export const isMedia = (path: string): boolean => accepted.has(extensionOf(path))

/** Unique names in the folder `media` of an archive. */
export interface MediaNames {
  take(original: string): string
}

export function mediaNames(): MediaNames {
  const taken = new Set<string>()
  return {
    take(original) {
      const name = original.split('/').at(-1) ?? original
      const extension = extensionOf(name)
      const stem = slugOf(name.slice(0, name.length - extension.length - 1), 100) || 'file'
      for (let n = 1; ; n++) {
        const file = `${n === 1 ? stem : `${stem}-${n}`}.${extension}`
        if (taken.has(file)) continue
        taken.add(file)
        return file
      }
    },
  }
}

export interface FoundFile {
  readonly path: string
  /** Address on the old site. */
  readonly url: string
  readonly alt?: string
  readonly caption?: string
}

/** Yields accepted files; reports others by extension. */
export async function* mediaEntries(
  found: readonly FoundFile[],
  { reporter, limits, tree: whole }: ImportSource,
  tree: Tree = whole,
): AsyncGenerator<Entry> {
  const names = mediaNames()
  const sizes = new Map(tree.files.map(({ path, bytes }) => [path, bytes]))
  for (const { path, url, ...described } of found) {
    if (!isMedia(path))
      reporter.lose('file-type', path, 'is of a type that the media library does not accept')
    else if ((sizes.get(path) ?? 0) > limits.mediaBytes)
      reporter.lose('file-too-large', path, `has more than ${limits.mediaBytes} bytes`)
    else {
      const originalFilename = path.split('/').at(-1) ?? path
      const media = { file: names.take(path), url, sourceKey: path, originalFilename, ...described }
      yield { kind: 'media', media, open: () => tree.open(path) }
    }
  }
}
