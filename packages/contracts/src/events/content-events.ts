/**
 * Events of the content service. They carry no bodies, because a body can exceed the maximum size of a
 * message.
 */
import { z } from 'zod'

const item = z.object({
  id: z.uuid(),
  /** Truncated to 300 characters. */
  title: z.string().max(300),
  slug: z.string(),
  status: z.enum(['published', 'draft']),
  updatedAt: z.iso.datetime(),
  /** Set if this change changed the slug. */
  previousSlug: z.string().optional(),
  previousStatus: z.enum(['published', 'draft']).optional(),
  /** API names of the changed fields, at most 100. */
  changed: z.array(z.string()).max(100),
})

const post = item.extend({ author: z.string() })
const page = item.extend({
  pageType: z.enum(['normal', 'custom']),
  /** Slugs from the root page to this page. */
  path: z.array(z.string()),
})

export const contentEvents = {
  'content.post.created': post,
  'content.post.updated': post,
  /**
   * The post became visible on the site. For a new post, post.created precedes this event. For an existing
   * post, this event replaces post.updated.
   */
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
