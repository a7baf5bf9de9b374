/** Events of this service: ids only, no names, addresses or secrets. */
import type { Role } from '@typecase/kernel'
import type { Session } from './sessions/session.ts'
import type { User } from './users/user.ts'

interface UserFact {
  readonly type: 'identity.user.created' | 'identity.user.updated' | 'identity.user.deleted'
  readonly entity: string
  readonly revision: number
  readonly data: { readonly id: string; readonly role: Role; readonly changed: string[] }
}

/** Reason for the end of a session before it expires. */
export type EndReason = 'logout' | 'password' | 'deleted'

interface SessionFact {
  readonly type: 'identity.session.ended'
  readonly entity: string
  readonly revision: number
  readonly data: { readonly id: string; readonly userId: string; readonly reason: EndReason }
}

export type Fact = UserFact | SessionFact

export const userCreated = (user: User): Fact => userFact('identity.user.created', user, [])

/** `changed` has the field names of the API. */
export const userUpdated = (user: User, changed: string[]): Fact =>
  userFact('identity.user.updated', user, changed)

export const userDeleted = (user: User): Fact =>
  userFact('identity.user.deleted', { ...user, revision: user.revision + 1 }, [])

/** A session ends once, so its revision is always 1. */
export const sessionEnded = ({ id, userId }: Session, reason: EndReason): Fact => ({
  type: 'identity.session.ended',
  entity: `session:${id}`,
  revision: 1,
  data: { id, userId, reason },
})

const userFact = (type: UserFact['type'], { id, role, revision }: User, changed: string[]): Fact => ({
  type,
  entity: `user:${id}`,
  revision,
  data: { id, role, changed },
})
