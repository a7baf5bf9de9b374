import { type Actor, invalid, type Problem, type Role, requireAdmin } from '@typecase/kernel'
import { userCreated } from '../events.ts'
import type { Place } from '../fair-queue.ts'
import type { CommonPasswords, Ports } from '../ports.ts'
import { change } from '../security-events.ts'
import { usersPlace } from '../sessions/password-checks.ts'
import { passwordProblems } from './password-rules.ts'
import { emptyProfile, type ProfileChange, withChange } from './profile.ts'
import type { Account, User } from './user.ts'
import { isRole, userFieldErrors } from './user-fields.ts'

export interface NewUser {
  readonly username: string
  readonly email: string
  readonly password: string
  /** Default: editor. */
  readonly role?: string | undefined
  readonly profile?: ProfileChange | undefined
  /** Client address as seen by the gateway. */
  readonly clientAddress?: string | undefined
}

/**
 * Creates a user. Administrators only.
 * @throws UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, DUPLICATE_USER or BUSY
 */
export const createUser =
  (ports: Pick<Ports, 'store' | 'hasher' | 'clock' | 'newId' | 'common' | 'security'>) =>
  async (actor: Actor, { clientAddress, ...input }: NewUser): Promise<User> => {
    const admin = requireAdmin(actor)
    const role = await checkedRole(ports.common, input)
    const account = await newAccount(ports, { ...input, role }, usersPlace(admin.id))
    await ports.store.write(async (tx) => {
      await tx.users.insert(account)
      await tx.record(userCreated(account))
    })
    ports.security.record(change('user_created', account.id, { actorId: admin.id, clientAddress }))
    return account
  }

interface AccountFields {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly role: Role
  readonly profile?: ProfileChange | undefined
}

/** Builds an account from validated fields. Does not store the account. @throws BUSY */
export async function newAccount(
  { hasher, clock, newId }: Pick<Ports, 'hasher' | 'clock' | 'newId'>,
  { username, email, password, role, profile }: AccountFields,
  place: Place,
): Promise<Account> {
  const passwordHash = await hasher.hash(password, place)
  const at = clock()
  return {
    id: newId(),
    username,
    email,
    role,
    profile: withChange(emptyProfile, profile),
    createdAt: at,
    updatedAt: at,
    revision: 1,
    passwordHash,
    hasGeneratedPassword: false,
  }
}

const requiredFields = ['username', 'password', 'email'] as const

/** Validates the input and returns its role. @throws VALIDATION_ERROR that lists all errors */
async function checkedRole(common: CommonPasswords, input: NewUser): Promise<Role> {
  const missing = requiredFields.filter((field) => input[field] === '')
  const present = Object.fromEntries(
    Object.entries(input).filter(([field]) => !missing.some((name) => name === field)),
  )
  const problems: Problem[] = [
    ...missing.map((path) => ({ path, message: `${path} is required` })),
    ...userFieldErrors(present),
  ]
  problems.push(...(await passwordProblems(common, input.password, input)))
  if (missing.length > 0) throw invalid(problems, 'Username, password, and email are required')
  const role = input.role ?? 'editor'
  if (problems.length > 0 || !isRole(role)) throw invalid(problems)
  return role
}
