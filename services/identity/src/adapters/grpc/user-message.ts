import type { ProfileChange as ProfileChangeMessage, UserInput } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import type { Profile, ProfileChange } from '../../core/users/profile.ts'
import type { User } from '../../core/users/user.ts'

export const toProfileMessage = ({ displayName, bio, avatar, links }: Profile) => ({
  displayName: displayName ?? '',
  bio: bio ?? '',
  avatar: avatar ?? '',
  links: links.map(({ title, url }) => ({ title, url })),
})

export const fromProfileChange = (
  change: ProfileChangeMessage | null | undefined,
): ProfileChange | undefined =>
  change
    ? {
        displayName: change.displayName,
        bio: change.bio,
        avatar: change.avatar,
        links: change.links?.links,
      }
    : undefined

/** Names each field, so that a new field of `User` is not sent by accident. */
export const toUserMessage = ({
  id,
  username,
  email,
  role,
  profile,
  createdAt,
  updatedAt,
}: User): UserInput => ({
  id,
  username,
  email,
  role,
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt),
  profile: toProfileMessage(profile),
})
