import { createHash, randomUUID } from 'node:crypto'
import type { File, Reference, UploadHeaderInput } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import { AppError } from '@typecase/kernel'
import type { MediaApi } from '../../src/core/ports.ts'

const notFound = () => new AppError('not_found', 'FILE_NOT_FOUND', 'File not found')
const chunkSize = 16

/** Files in a map. Files listed in `references` count as used. */
export function memoryMedia(): MediaApi & {
  readonly references: Map<string, Reference[]>
  readonly interruptedUploads: () => number
} {
  const files = new Map<string, { file: File; bytes: Buffer }>()
  const references = new Map<string, Reference[]>()
  /** By idempotency key. */
  const uploads = new Map<string, File>()
  let interruptedUploads = 0
  const find = (id = '') => {
    const found = files.get(id)
    if (!found) throw notFound()
    return found
  }
  const store = (name: string, mimeType: string, bytes: Buffer, description: Partial<File>): File => {
    const type = mimeType.startsWith('image/') ? 'image' : 'document'
    const id = randomUUID()
    const filename = `${id}${name.slice(name.lastIndexOf('.'))}`
    const at = toTimestamp(new Date()) as File['createdAt']
    const digest = createHash('sha256').update(bytes).digest('hex')
    const fields = {
      id,
      filename,
      originalFilename: name,
      url: `/${type}s/${filename}`,
      size: bytes.length,
      type,
      mimeType,
    }
    const file = {
      ...fields,
      createdAt: at,
      updatedAt: at,
      alt: '',
      caption: '',
      digest,
      revision: 1,
      renditions: [],
      replayed: false,
      ...description,
    }
    files.set(id, { file, bytes })
    return file
  }
  function storeOnce(header: UploadHeaderInput, bytes: Buffer, description: Partial<File>): File {
    const { originalFilename = '', mimeType = '', idempotencyKey } = header
    const key = idempotencyKey?.key ?? ''
    const earlier = uploads.get(key)
    if (earlier) return { ...earlier, replayed: true }
    const file = store(originalFilename, mimeType, bytes, description)
    if (key) uploads.set(key, file)
    return file
  }
  return {
    references,
    interruptedUploads: () => interruptedUploads,
    async uploadFile(requests) {
      let header: UploadHeaderInput | undefined
      const chunks: Buffer[] = []
      try {
        for await (const request of requests) {
          header = request.header ?? header
          if (header?.mimeType === 'text/html')
            throw new AppError('invalid', 'UNSUPPORTED_FILE_TYPE', 'Unsupported file type')
          if (request.chunk) chunks.push(Buffer.from(request.chunk as Buffer))
          if (!request.trailer) continue
          return storeOnce(header ?? {}, Buffer.concat(chunks), request.trailer)
        }
      } catch (error) {
        interruptedUploads++
        throw error
      }
      throw new AppError('invalid', 'VALIDATION_ERROR', 'The upload was interrupted')
    },
    getFile: async ({ id }) => find(id).file,
    async listFiles({ type, paging }) {
      const all = [...files.values()]
        .map(({ file }) => file)
        .filter((file) => type === 'all' || file.type === type)
      const from = paging?.offset ?? 0
      return {
        files: all.reverse().slice(from, paging?.limit === undefined ? undefined : from + paging.limit),
        total: all.length,
      }
    },
    async updateFile({ id, alt, caption }) {
      const found = find(id)
      found.file = { ...found.file, alt: alt ?? found.file.alt, caption: caption ?? found.file.caption }
      return found.file
    },
    async deleteFile({ id = '', clean, force }) {
      find(id)
      const uses = references.get(id) ?? []
      if (uses.length > 0 && !clean && !force)
        throw new AppError('conflict', 'MEDIA_IN_USE', 'The file is used', {
          fields: { referencesFound: uses.length, references: uses },
        })
      files.delete(id)
      return { referencesFound: uses.length, referencesRemoved: clean ? uses.length : 0 }
    },
    async *readFile({ folder, filename, first, last, head }) {
      const found = [...files.values()].find(({ file }) => file.url === `/${folder}/${filename}`)
      if (!found) throw notFound()
      const { file, bytes } = found
      const [from, to] = rangeOf(bytes.length, first as number | undefined, last as number | undefined)
      yield from === undefined ? { file } : { file, first: from, last: to }
      if (head) return
      const part = bytes.subarray(from ?? 0, to === undefined ? undefined : to + 1)
      for (let at = 0; at < part.length; at += chunkSize) yield { chunk: part.subarray(at, at + chunkSize) }
    },
    findReferences: async ({ id = '' }) => ({ file: find(id).file, references: references.get(id) ?? [] }),
    async propagateMetadata({ id = '', newAlt }) {
      find(id)
      const uses = newAlt === undefined ? 0 : (references.get(id) ?? []).length
      return { updatedCount: uses, altUpdates: uses, captionUpdates: 0 }
    },
  }
}

function rangeOf(size: number, first: number | undefined, last: number | undefined): [number?, number?] {
  if (first === undefined && last === undefined) return []
  const from = first ?? Math.max(0, size - (last ?? 0))
  if (from >= size)
    throw new AppError('invalid', 'RANGE_NOT_SATISFIABLE', 'The range is outside the file', {
      fields: { size },
    })
  return [from, first === undefined ? size - 1 : Math.min(last ?? size - 1, size - 1)]
}
