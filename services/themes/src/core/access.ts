import { type Actor, AppError, requireUser, type UserActor } from '@typecase/kernel'

/** All users may change themes and the menu (contract.md#roles). @throws UNAUTHORIZED or FORBIDDEN */
export const requireEditor = (actor: Actor): UserActor => requireUser(actor)

/** Users and other services may list themes. @throws UNAUTHORIZED */
export function requireReader(actor: Actor): void {
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
}
