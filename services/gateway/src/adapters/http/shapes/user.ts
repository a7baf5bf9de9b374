import type { User } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import type { SessionUser } from '../../../core/session.ts'
import { timestamp } from '../routes/schemas.ts'

export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'editor']),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export const loginUser = user.omit({ updatedAt: true })
export const updatedUser = user.omit({ createdAt: true })

export const toSessionUser = ({ id, username, email, role, createdAt, updatedAt }: User): SessionUser => ({
  id,
  username,
  email,
  role: role === 'admin' ? 'admin' : 'editor',
  createdAt: fromTimestamp(createdAt),
  updatedAt: fromTimestamp(updatedAt),
})

export const toUser = ({ createdAt, updatedAt, ...rest }: SessionUser) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export const toLoginUser = (user: SessionUser) => {
  const { updatedAt: _updatedAt, ...rest } = toUser(user)
  return rest
}

export const toUpdatedUser = (user: SessionUser) => {
  const { createdAt: _createdAt, ...rest } = toUser(user)
  return rest
}
