/**
 * Facts of the content service. They name what changed and never carry a body, which may be larger than a message may
 * be: whoever needs it asks for the item.
 */
import { z } from 'zod'

const item = z.object({
  id: z.uuid(),
  /** Cut to 300 characters. */
  title: z.string().max(300),
  slug: z.string(),
  status: z.enum(['published', 'draft']),
  updatedAt: z.iso.datetime(),
  /** Set when it differs from the one before. */
  previousSlug: z.string().optional(),
  previousStatus: z.enum(['published', 'draft']).optional(),
  /** Names of the fields that changed, as the API names them. At most 100. */
  changed: z.array(z.string()).max(100),
})

const post = item.extend({ author: z.string() })
const page = item.extend({
  pageType: z.enum(['normal', 'custom']),
  /** Slugs of the chain from the root, the page's own last. */
  path: z.array(z.string()),
})

export const contentEvents = {
  'content.post.created': post,
  'content.post.updated': post,
  /** Became visible to everybody: after post.created, or by a change of status. */
  'content.post.published': post,
  'content.post.unpublished': post,
  'content.post.deleted': post,
  'content.page.created': page,
  'content.page.updated': page,
  'content.page.published': page,
  'content.page.unpublished': page,
  'content.page.deleted': page,
  'content.settings.updated': z.object({ changed: z.array(z.string()) }),
} as const
