import { fileNotFound, rangeNotSatisfiable } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { blobKey, type Folder, type MediaFile } from './file.ts'

export interface ReadRequest {
  readonly folder: string
  readonly filename: string
  /** Both ends count; without `first` the last `last` bytes. */
  readonly first?: number
  readonly last?: number
  /** Only what the file is, without bytes. */
  readonly head: boolean
}

export interface FileReading {
  readonly file: MediaFile
  /** Absent when it is the whole file. */
  readonly range?: { readonly first: number; readonly last: number }
  /** Its first chunk throws FILE_NOT_FOUND when the file was deleted meanwhile. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The bytes of a file by its stored name; public (D8.3). @throws FILE_NOT_FOUND, RANGE_NOT_SATISFIABLE */
export const readFile =
  ({ files, blobs }: Pick<Ports, 'files' | 'blobs'>) =>
  async (request: ReadRequest): Promise<FileReading> => {
    const file = isFolder(request.folder) ? await files.named(request.folder, request.filename) : undefined
    if (!file) throw fileNotFound()
    const range = rangeOf(request, file.size)
    const bytes = request.head ? nothing() : blobs.read(blobKey(file.id), range)
    return { file, ...(range ? { range } : {}), bytes }
  }

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
