import { type Actor, type Clock, invalid, type UserActor } from '@typecase/kernel'
import { requireRoleChange, requireSelfOrAdmin } from '../access.ts'
import { lastAdmin, userNotFound, wrongPassword } from '../errors.ts'
import { sessionEnded, userUpdated } from '../events.ts'
import type { IdentityStore, IdentityWriter, Ports } from '../ports.ts'
import { change, endedSession, recordCheck, type SecurityEvent } from '../security-events.ts'
import { type PasswordChecks, usersPlace } from '../sessions/password-checks.ts'
import type { Session } from '../sessions/session.ts'
import { passwordProblems } from './password-rules.ts'
import { changedInProfile, withChange } from './profile.ts'
import { type Proof, provePassword } from './prove-password.ts'
import type { Account, User } from './user.ts'
import { isRole, type UserFields, userFieldErrors } from './user-fields.ts'

interface Hashes {
  /** Hash of the current password, if it was checked. */
  readonly proven: string | undefined
  readonly next: string | undefined
}

interface UserChange {
  readonly asker: UserActor
  readonly id: string
  readonly changes: UserFields
}

interface Updated {
  readonly before: Account
  readonly after: Account
  readonly ended: readonly Session[]
}

/**
 * Changes the given fields of a user. For administrators, and for the user with this id; editors cannot
 * change their role. A new password ends other sessions of the user (contract.md#password-changes).
 * @throws UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, USER_NOT_FOUND, DUPLICATE_USER, LAST_ADMIN,
 * CURRENT_PASSWORD_REQUIRED, WRONG_PASSWORD, ACCOUNT_LOCKED, RATE_LIMITED or BUSY
 */
export const updateUser =
  (ports: Ports, checks: PasswordChecks) =>
  async (actor: Actor, id: string, changes: UserFields, proof: Proof = {}): Promise<User> => {
    const { store, hasher, security } = ports
    const asker = requireSelfOrAdmin(actor, id)
    const errors = userFieldErrors(changes)
    if (errors.length > 0) throw invalid(errors)
    const { password, email } = changes
    const user = password === undefined && email === undefined ? undefined : await readUser(store, id)
    if (password !== undefined && user) await requireStrongPassword(ports, password, user, changes)
    const isSensitive =
      asker.id === id &&
      (password !== undefined || (user !== undefined && email !== undefined && email !== user.email))
    const proven = await checkProof(ports, checks, { asker, proof, isSensitive })
    const next = password === undefined ? undefined : await hasher.hash(password, usersPlace(asker.id))
    const done = await store.write((tx) => update(tx, ports.clock, { asker, id, changes }, { proven, next }))
    for (const event of eventsOf(done, { actorId: asker.id, clientAddress: proof.clientAddress }))
      security.record(event)
    return done.after
  }

/** @throws USER_NOT_FOUND */
async function readUser(store: IdentityStore, id: string): Promise<User> {
  const user = await store.read.user(id)
  if (!user) throw userNotFound()
  return user
}

/** @throws VALIDATION_ERROR */
async function requireStrongPassword(
  { common }: Ports,
  password: string,
  user: User,
  { username, email }: UserFields,
): Promise<void> {
  const problems = await passwordProblems(common, password, {
    username: username ?? user.username,
    email: email ?? user.email,
  })
  if (problems.length > 0) throw invalid(problems)
}

/** Checks the current password, and records the outcome if the proof has a password. */
function checkProof(
  { security }: Ports,
  checks: PasswordChecks,
  { asker, proof, isSensitive }: { asker: UserActor; proof: Proof; isSensitive: boolean },
): Promise<string | undefined> {
  const { currentPassword, clientAddress } = proof
  const work = () => provePassword(checks, asker, proof, isSensitive)
  if (!currentPassword) return work()
  const facts = { event: 'password_check' as const, username: asker.username, clientAddress }
  return recordCheck(security, facts, work, () => asker.id)
}

async function update(
  tx: IdentityWriter,
  clock: Clock,
  { asker, id, changes }: UserChange,
  { proven, next }: Hashes,
): Promise<Updated> {
  const before = await tx.users.lock(id)
  if (!before) throw userNotFound()
  // The password was changed during the check, so the checked password is outdated.
  if (proven !== undefined && asker.id === id && before.passwordHash !== proven) throw wrongPassword()
  requireRoleChange(asker, before, changes.role)
  const now = clock()
  const after = changed(before, changes, next, now)
  const isDemotion = before.role === 'admin' && after.role !== 'admin'
  if (isDemotion && (await tx.users.lockAdminCount()) <= 1) throw lastAdmin()
  await tx.users.update(after)
  const ended = next === undefined ? [] : await tx.sessions.endAllOf(id, now, asker.sessionId)
  for (const session of ended) await tx.record(sessionEnded(session, 'password'))
  await tx.record(userUpdated(after, changedFields(before, after)))
  return { before, after, ended }
}

function eventsOf(
  { before, after, ended }: Updated,
  facts: { actorId: string; clientAddress: string | undefined },
): SecurityEvent[] {
  const names = { password: 'password_changed', email: 'email_changed', role: 'role_changed' } as const
  const fields = changedFields(before, after)
  return [
    ...(['password', 'email', 'role'] as const)
      .filter((field) => fields.includes(field))
      .map((field) => change(names[field], after.id, facts)),
    ...ended.map((session) => endedSession(session, 'password', facts)),
  ]
}

function changed(
  before: Account,
  { username, email, role, profile }: UserFields,
  passwordHash: string | undefined,
  at: Date,
): Account {
  return {
    ...before,
    username: username ?? before.username,
    email: email ?? before.email,
    role: role !== undefined && isRole(role) ? role : before.role,
    profile: withChange(before.profile, profile),
    passwordHash: passwordHash ?? before.passwordHash,
    hasGeneratedPassword: before.hasGeneratedPassword && passwordHash === undefined,
    updatedAt: at,
    revision: before.revision + 1,
  }
}

function changedFields(before: Account, after: Account): string[] {
  const fields: string[] = (['username', 'email', 'role'] as const).filter(
    (field) => before[field] !== after[field],
  )
  fields.push(...changedInProfile(before.profile, after.profile))
  return before.passwordHash === after.passwordHash ? fields : [...fields, 'password']
}
