import type { FileInput } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import { type MediaFile, urlOf } from '../../core/files/file.ts'

export const toFileMessage = (file: MediaFile): FileInput => ({
  id: file.id,
  filename: file.filename,
  originalFilename: file.originalFilename,
  url: urlOf(file),
  size: file.size,
  type: file.type,
  mimeType: file.mimeType,
  createdAt: toTimestamp(file.createdAt),
  updatedAt: toTimestamp(file.updatedAt),
  alt: file.alt,
  caption: file.caption,
  ...(file.width === undefined ? {} : { width: file.width }),
  ...(file.height === undefined ? {} : { height: file.height }),
  digest: file.digest,
  revision: file.revision,
})
