import { type Actor, AppError, requireUser, type UserActor } from '@typecase/kernel'
import type { Status } from './status.ts'

/** Every logged-in user may write all content. @throws UNAUTHORIZED or FORBIDDEN */
export const requireEditor = (actor: Actor): UserActor => requireUser(actor)

/** Anonymous callers see published content only (contract.md#public-endpoints). */
export const seesDrafts = (actor: Actor): boolean => actor.kind !== 'anonymous'

/**
 * The status filter of a list.
 * @throws UNAUTHORIZED when anonymous callers request drafts (contract.md#public-endpoints)
 */
export function visibleStatus(actor: Actor, asked: Status | undefined): Status | undefined {
  if (seesDrafts(actor)) return asked
  if (asked === 'draft') throw unauthorized()
  return 'published'
}

/** Accepts users and services. @throws UNAUTHORIZED for anonymous callers */
export function requireKnown(actor: Actor): void {
  if (actor.kind === 'anonymous') throw unauthorized()
}

/** Accepts services only. @throws UNAUTHORIZED for anonymous callers, or FORBIDDEN for users */
export function requireService(actor: Actor): void {
  requireKnown(actor)
  if (actor.kind !== 'service') throw new AppError('forbidden', 'FORBIDDEN', 'Forbidden')
}

const unauthorized = () => new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
