/** Events of the publisher. */
import { z } from 'zod'

const generation = z.object({
  id: z.uuid(),
  trigger: z.enum(['manual', 'event']),
  outputDir: z.string(),
  pagesTotal: z.int().nonnegative(),
  pagesWritten: z.int().nonnegative(),
  durationMs: z.int().nonnegative(),
})

export const publisherEvents = {
  'publisher.site.generated': generation,
  'publisher.site.failed': generation.extend({ message: z.string() }),
  'publisher.address.moved': z.object({
    type: z.enum(['post', 'page']),
    id: z.uuid(),
    /** Paths from the root of the site's host. */
    from: z.string(),
    to: z.string(),
  }),
} as const
