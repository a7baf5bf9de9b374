/** Events of the identity service: ids only, no names, addresses or secrets. */
import { z } from 'zod'

const user = z.object({ id: z.uuid(), role: z.enum(['admin', 'editor']), changed: z.array(z.string()) })

export const identityEvents = {
  'identity.user.created': user,
  'identity.user.updated': user,
  'identity.user.deleted': user,
  'identity.session.ended': z.object({
    id: z.string(),
    userId: z.uuid(),
    reason: z.enum(['logout', 'password', 'deleted']),
  }),
} as const
