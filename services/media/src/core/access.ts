import { type Actor, AppError, requireUser, type UserActor } from '@typecase/kernel'

/** All users may change files. @throws UNAUTHORIZED; FORBIDDEN for services */
export const requireMediaEditor = (actor: Actor): UserActor => requireUser(actor)

/** Users and services may list files; the contents are public. @throws UNAUTHORIZED */
export function requireReader(actor: Actor): void {
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
}
