/** Events of the media service. */
import { z } from 'zod'

const file = z.object({
  id: z.uuid(),
  filename: z.string(),
  url: z.string(),
  type: z.enum(['image', 'document']),
  mimeType: z.string(),
  /** In bytes. */
  size: z.int().nonnegative(),
})

export const mediaEvents = {
  'media.file.stored': file,
  /** The alt text or the caption of the file changed. */
  'media.file.described': file,
  /** Narrower versions of an image are available; the file lists them. Recorded at most once per file. */
  'media.file.renditions_made': file,
  'media.file.deleted': file,
} as const
