import { type Actor, AppError, requireUser, type UserActor } from '@typecase/kernel'

/** Any user changes themes and the menu (contract.md#roles). @throws UNAUTHORIZED, FORBIDDEN. */
export const requireEditor = (actor: Actor): UserActor => requireUser(actor)

/** Users and the other services see what is installed. @throws UNAUTHORIZED. */
export function requireReader(actor: Actor): void {
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
}
