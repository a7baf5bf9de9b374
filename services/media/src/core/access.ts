import { type Actor, AppError, requireUser, type UserActor } from '@typecase/kernel'

/** Files are kept by users of any role. @throws UNAUTHORIZED, FORBIDDEN for services. */
export const requireMediaEditor = (actor: Actor): UserActor => requireUser(actor)

/** Users and other services see the list of files; its bytes are public. @throws UNAUTHORIZED */
export function requireKnown(actor: Actor): void {
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
}
