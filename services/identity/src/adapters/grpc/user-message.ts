import type { UserInput } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import type { User } from '../../core/users/user.ts'

/** Field by field, so that new fields are not sent by accident. */
export const toUserMessage = ({ id, username, email, role, createdAt, updatedAt }: User): UserInput => ({
  id,
  username,
  email,
  role,
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt),
})
