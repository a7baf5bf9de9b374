import type { FileInput } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import type { MediaApp } from '../../core/app.ts'
import { type MediaFile, urlOf } from '../../core/files/file.ts'
import { type Rendition, renditionUrl } from '../../core/renditions/rendition.ts'

export const toFileMessage = (
  file: MediaFile & { readonly renditions?: readonly Rendition[] },
): FileInput => ({
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
  renditions: (file.renditions ?? []).map((rendition) => ({
    url: renditionUrl(rendition),
    width: rendition.width,
    height: rendition.height,
    mimeType: rendition.mimeType,
    size: rendition.size,
    digest: rendition.digest,
  })),
})

export async function renderedFile(
  { withRenditions }: Pick<MediaApp, 'withRenditions'>,
  file: MediaFile,
): Promise<FileInput> {
  const [rendered = file] = await withRenditions([file])
  return toFileMessage(rendered)
}
