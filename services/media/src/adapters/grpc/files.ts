import type { ReadFileReplyInput, UploadFileRequest, UploadHeader } from '@typecase/contracts/messages'
import { FileServiceDef } from '@typecase/contracts/services'
import { fromTimestamp } from '@typecase/contracts/time'
import { invalid } from '@typecase/kernel'
import { type Implementation, implement } from '@typecase/runtime/grpc'
import type { MediaApp } from '../../core/app.ts'
import type { UploadPart } from '../../core/files/receive.ts'
import { renderedFile, toFileMessage } from './messages.ts'

export const fileService = (app: MediaApp): Implementation =>
  implement(FileServiceDef, {
    async uploadFile(requests, { actor }) {
      const source = requests[Symbol.asyncIterator]()
      const first = await source.next()
      const header = first.done ? undefined : first.value.header
      if (!header) throw invalid([{ path: 'header', message: 'the first message must have the header' }])
      const upload = { ...uploadOf(header), parts: partsOf(source) }
      const { file, replayed } = await app.uploadFile(actor, upload)
      return { ...toFileMessage(file), replayed }
    },
    getFile: async ({ id }, { actor }) => renderedFile(app, await app.getFile(actor, id)),
    async listFiles({ type, paging, search }, { actor }) {
      const { items, total } = await app.listFiles(actor, {
        type,
        search,
        limit: paging?.limit,
        offset: paging?.offset,
      })
      return { files: (await app.withRenditions(items)).map(toFileMessage), total }
    },
    updateFile: async ({ id, alt, caption }, { actor }) =>
      renderedFile(app, await app.updateFile(actor, id, { alt, caption })),
    deleteFile: ({ id, clean, force }, { actor }) => app.deleteFile(actor, id, { clean, force }),

    async *readFile(request): AsyncIterable<ReadFileReplyInput> {
      const { file, range, bytes } = await app.readFile(request)
      const chunks = bytes[Symbol.asyncIterator]()
      try {
        // Reads the first chunk before sending the header, so that a deleted file results in an error, not in
        // a header.
        let chunk = await chunks.next()
        yield { file: toFileMessage(file), ...range }
        for (; !chunk.done; chunk = await chunks.next()) yield { chunk: Buffer.from(chunk.value) }
      } finally {
        await chunks.return?.()
      }
    },
  })

const uploadOf = ({ originalFilename, mimeType, idempotencyKey, id, createdAt }: UploadHeader) => ({
  originalFilename,
  mimeType,
  idempotencyKey: idempotencyKey ?? undefined,
  id,
  createdAt: createdAt ? fromTimestamp(createdAt) : undefined,
})

/** If the consumer stops early, `source` stays open, and the server drains the rest. */
async function* partsOf(source: AsyncIterator<UploadFileRequest>): AsyncIterable<UploadPart> {
  for (let next = await source.next(); !next.done; next = await source.next()) {
    const { chunk, trailer } = next.value
    if (chunk) yield { bytes: chunk }
    if (trailer) yield { details: trailer }
  }
}
