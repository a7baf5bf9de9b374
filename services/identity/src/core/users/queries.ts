import { type Actor, invalid, type PageOf, requireAdmin, requireUser } from '@typecase/kernel'
import { requireSelfOrAdmin } from '../access.ts'
import { servicesOnly, userNotFound } from '../errors.ts'
import type { Ports } from '../ports.ts'
import type { User } from './user.ts'

/** For administrators, and for the user with this id. @throws UNAUTHORIZED, FORBIDDEN or USER_NOT_FOUND */
export const getUser =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, id: string): Promise<User> => {
    requireSelfOrAdmin(actor, id)
    const user = await store.read.user(id)
    if (!user) throw userNotFound()
    return user
  }

/** Profiles of all users, oldest first, for other services. @throws UNAUTHORIZED or FORBIDDEN */
export const listProfiles =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor): Promise<readonly User[]> => {
    if (actor.kind !== 'service') {
      requireUser(actor)
      throw servicesOnly()
    }
    return (await store.read.users({})).items
  }

/**
 * Lists users, oldest first. Without a limit, returns all users. Administrators only.
 * @throws UNAUTHORIZED, FORBIDDEN or VALIDATION_ERROR
 */
export const listUsers =
  ({ store }: Pick<Ports, 'store'>) =>
  async (
    actor: Actor,
    paging: { readonly limit?: number | undefined; readonly offset?: number | undefined } = {},
  ): Promise<PageOf<User>> => {
    requireAdmin(actor)
    const { limit = 1, offset = 0 } = paging
    const errors = [
      ...(Number.isInteger(limit) && limit >= 1 && limit <= 1000
        ? []
        : [{ path: 'limit', message: 'limit must be a whole number from 1 to 1000' }]),
      ...(Number.isInteger(offset) && offset >= 0
        ? []
        : [{ path: 'offset', message: 'offset must be a whole number from 0' }]),
    ]
    if (errors.length > 0) throw invalid(errors)
    return store.read.users(paging)
  }
