import type { File, Reference } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import { timestamp } from '../routes/schemas.ts'

const fields = {
  id: z.string(),
  filename: z.string(),
  originalFilename: z.string(),
  url: z.string(),
  size: z.int().describe('Bytes'),
  type: z.enum(['image', 'document']),
  createdAt: timestamp(),
  alt: z.string(),
  caption: z.string(),
  width: z.int().optional().describe('Pixels'),
  height: z.int().optional().describe('Pixels'),
}
export const mediaFile = z.object({ ...fields, modifiedAt: timestamp() })
export const uploadedFile = z.object({ ...fields, path: z.string(), modifiedAt: timestamp() })
export const updatedFile = z.object({ id: z.string(), filename: z.string(), alt: z.string(), caption: z.string(), updatedAt: timestamp() })
export const reference = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  referenceType: z.enum(['featuredImage', 'embedded']),
  slug: z.string().optional(),
  status: z.string().optional(),
})

export const toMediaFile = (file: File) => ({
  id: file.id,
  filename: file.filename,
  originalFilename: file.originalFilename,
  url: file.url,
  size: file.size,
  type: file.type,
  createdAt: fromTimestamp(file.createdAt).toISOString(),
  modifiedAt: fromTimestamp(file.updatedAt).toISOString(),
  alt: file.alt,
  caption: file.caption,
  ...(file.width === undefined ? {} : { width: file.width }),
  ...(file.height === undefined ? {} : { height: file.height }),
})

/** `path` is the URL's path without the slash (D8.3). */
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
