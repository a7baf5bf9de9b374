/** Facts of the media service. */
import { z } from 'zod'

const file = z.object({
  id: z.uuid(),
  /** The stored name. */
  filename: z.string(),
  url: z.string(),
  type: z.enum(['image', 'document']),
  mimeType: z.string(),
  /** Bytes. */
  size: z.int().nonnegative(),
})

export const mediaEvents = {
  'media.file.stored': file,
  /** Its alt text or caption changed. */
  'media.file.described': file,
  /** Narrower forms of an image can be had; the file says which. At most once a file. */
  'media.file.renditions_made': file,
  'media.file.deleted': file,
} as const
