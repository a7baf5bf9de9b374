import type { File, Reference, Rendition } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import { timestamp } from '../routes/schemas.ts'

const rendition = z.object({
  url: z.string(),
  width: z.int().describe('Pixels'),
  height: z.int().describe('Pixels'),
  mimeType: z.string(),
  format: z.enum(['jpeg', 'png', 'gif', 'webp', 'avif']),
  size: z.int().describe('Bytes'),
})

const fields = {
  id: z.string(),
  filename: z.string(),
  originalFilename: z.string(),
  url: z.string(),
  size: z.int().describe('Bytes'),
  digest: z.string().describe('SHA-256 of the stored bytes, hex'),
  type: z.enum(['image', 'document']),
  createdAt: timestamp(),
  alt: z.string(),
  caption: z.string(),
  width: z.int().optional().describe('Pixels'),
  height: z.int().optional().describe('Pixels'),
  renditions: z
    .array(rendition)
    .describe('Narrower versions of a raster image; empty until they are rendered, shortly after the upload'),
}
export const mediaFile = z.object({ ...fields, modifiedAt: timestamp() })
export const uploadedFile = z.object({ ...fields, path: z.string(), modifiedAt: timestamp() })
export const updatedFile = z.object({
  id: z.string(),
  filename: z.string(),
  alt: z.string(),
  caption: z.string(),
  updatedAt: timestamp(),
})
export const reference = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  referenceType: z.enum(['featuredImage', 'socialImage', 'siteLogo', 'siteIcon', 'embedded']),
  slug: z.string().optional(),
  status: z.string().optional(),
})

export const toMediaFile = (file: File) => ({
  id: file.id,
  filename: file.filename,
  originalFilename: file.originalFilename,
  url: file.url,
  size: file.size,
  digest: file.digest,
  type: file.type,
  createdAt: fromTimestamp(file.createdAt).toISOString(),
  modifiedAt: fromTimestamp(file.updatedAt).toISOString(),
  alt: file.alt,
  caption: file.caption,
  ...(file.width === undefined ? {} : { width: file.width }),
  ...(file.height === undefined ? {} : { height: file.height }),
  renditions: file.renditions.map(toRendition),
})

const toRendition = ({ url, width, height, mimeType, size }: Rendition) => ({
  ...{ url, width, height, mimeType, size },
  format: mimeType.slice(mimeType.indexOf('/') + 1),
})

/** `path` is the path of the URL without its leading slash (contract.md#served-media). */
export const toUploadedFile = (file: File) => ({ ...toMediaFile(file), path: file.url.replace(/^\//, '') })

export const toUpdatedFile = ({ id, filename, alt, caption, updatedAt }: File) => ({
  id,
  filename,
  alt,
  caption,
  updatedAt: fromTimestamp(updatedAt).toISOString(),
})

export const toReference =
  (details: boolean) =>
  ({ id, title, type, referenceType, slug, status }: Reference) => ({
    id,
    title,
    type,
    referenceType,
    ...(details ? { slug, status } : {}),
  })
