import type { User } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import type { SessionUser, UserProfile } from '../../../core/session.ts'
import { timestamp } from '../routes/schemas.ts'

const profileLink = z.object({ title: z.string(), url: z.string() })

export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'editor']),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  displayName: z.string().optional().describe('Full name.'),
  bio: z.string().optional().describe('Plain text.'),
  avatar: z.string().optional().describe('Id of an image of the media library.'),
  links: z.array(profileLink).optional(),
})
export const loginUser = user.omit({
  updatedAt: true,
  displayName: true,
  bio: true,
  avatar: true,
  links: true,
})
export const updatedUser = user.omit({ createdAt: true })

export const toSessionUser = ({
  id,
  username,
  email,
  role,
  profile,
  createdAt,
  updatedAt,
}: User): SessionUser => ({
  id,
  username,
  email,
  role: role === 'admin' ? 'admin' : 'editor',
  profile: toProfile(profile),
  createdAt: fromTimestamp(createdAt),
  updatedAt: fromTimestamp(updatedAt),
})

/**
 * Omits unset fields, so that the response for a user without a profile is the same as in earlier versions.
 */
const toProfile = (profile: User['profile']): UserProfile => ({
  ...(profile?.displayName ? { displayName: profile.displayName } : {}),
  ...(profile?.bio ? { bio: profile.bio } : {}),
  ...(profile?.avatar ? { avatar: profile.avatar } : {}),
  ...(profile?.links?.length ? { links: profile.links.map(({ title, url }) => ({ title, url })) } : {}),
})

export const toUser = ({ profile: { links, ...profile }, createdAt, updatedAt, ...rest }: SessionUser) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  ...profile,
  ...(links ? { links: [...links] } : {}),
})

export const toLoginUser = (user: SessionUser) => {
  const { id, username, email, role, createdAt } = toUser(user)
  return { id, username, email, role, createdAt }
}

export const toUpdatedUser = (user: SessionUser) => {
  const { createdAt: _createdAt, ...rest } = toUser(user)
  return rest
}
