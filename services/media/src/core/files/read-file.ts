import { fileNotFound, rangeNotSatisfiable } from '../errors.ts'
import type { Ports } from '../ports.ts'
import type { Rendition } from '../renditions/rendition.ts'
import { blobKey, type Folder, type MediaFile } from './file.ts'

export interface ReadRequest {
  readonly folder: string
  readonly filename: string
  /** The range is inclusive. Without `first`, `last` is the number of bytes at the end of the file. */
  readonly first?: number
  readonly last?: number
  /** Only metadata, no bytes. */
  readonly head: boolean
}

export interface FileReading {
  /** The file; for a rendition, the file with the name, type and size of the rendition. */
  readonly file: MediaFile
  /** Undefined for the whole file. */
  readonly range?: { readonly first: number; readonly last: number }
  /** Reading the first chunk throws FILE_NOT_FOUND if the file was deleted meanwhile. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * Reads a file or rendition by its stored name; public (contract.md#served-media).
 * @throws FILE_NOT_FOUND or RANGE_NOT_SATISFIABLE
 */
export const readFile =
  (ports: Pick<Ports, 'files' | 'blobs' | 'renditions'>) =>
  async (request: ReadRequest): Promise<FileReading> => {
    const { file, key } =
      (isFolder(request.folder) ? await find(ports, request.folder, request.filename) : undefined) ?? {}
    if (!file || !key) throw fileNotFound()
    const range = rangeOf(request, file.size)
    const bytes = request.head ? nothing() : ports.blobs.read(key, range)
    return { file, ...(range ? { range } : {}), bytes }
  }

/** Finds a file or a rendition by name. Only the names of renditions have a second dot. */
async function find(
  { files, renditions }: Pick<Ports, 'files' | 'renditions'>,
  folder: Folder,
  filename: string,
) {
  if (!/^[^.]+\.\d+w\.[^.]+$/.test(filename)) {
    const file = await files.named(folder, filename)
    return file && { file, key: blobKey(file.id) }
  }
  const rendition = folder === 'images' ? await renditions.named(filename) : undefined
  const original = rendition && (await files.get(rendition.fileId))
  return original && { file: described(original, rendition), key: rendition.key }
}

const described = (
  original: MediaFile,
  { filename, mimeType, size, digest, width, height }: Rendition,
): MediaFile => ({
  ...original,
  ...{ filename, mimeType, size, digest, width, height },
})

const isFolder = (folder: string): folder is Folder => folder === 'images' || folder === 'documents'

async function* nothing(): AsyncIterable<Uint8Array> {
  yield* []
}

function rangeOf({ first, last }: ReadRequest, size: number): FileReading['range'] {
  if (first === undefined && last === undefined) return undefined
  const from = first ?? Math.max(0, size - (last ?? 0))
  const to = first === undefined ? size - 1 : Math.min(last ?? size - 1, size - 1)
  if (from < 0 || from > to) throw rangeNotSatisfiable(size)
  return { first: from, last: to }
}
