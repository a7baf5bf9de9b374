/** Shared by the contracts of the store. */
import type { AppError, Role } from '@typecase/kernel'
import { uuidv7 } from '@typecase/runtime/postgres'
import type { IdentityStore } from '../../src/core/ports.ts'
import type { Session } from '../../src/core/sessions/session.ts'
import { emptyProfile } from '../../src/core/users/profile.ts'
import type { Account } from '../../src/core/users/user.ts'

export interface OpenedStore {
  readonly store: IdentityStore
  /** Events recorded since the store was opened, as `type entity revision`, oldest first. */
  facts(): Promise<string[]>
}

export const at = new Date('2026-01-01T12:00:00.123Z')
export const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
export const range = (length: number) => Array.from({ length }, (_, i) => i)

/** Outcomes of attempts in order: an error code, or OK. */
export const codes = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).map((result) =>
    result.status === 'fulfilled' ? 'OK' : ((result.reason as AppError).code ?? String(result.reason)),
  )
export const count = (all: string[], code: string) => all.filter((other) => other === code).length

export const account = (username: string, role: Role = 'editor', fields: Partial<Account> = {}): Account => ({
  id: uuidv7(),
  username,
  email: `${username}@example.test`,
  role,
  profile: emptyProfile,
  createdAt: at,
  updatedAt: at,
  revision: 1,
  passwordHash: `hash of ${username}`,
  hasGeneratedPassword: false,
  ...fields,
})

export async function added(store: IdentityStore, ...fields: Parameters<typeof account>): Promise<Account> {
  const created = account(...fields)
  await store.write((tx) => tx.users.insert(created))
  return created
}

export async function opened(store: IdentityStore, userId: string, expiresAt = later(60)): Promise<Session> {
  const session = { id: uuidv7(), userId, tokenHash: uuidv7(), createdAt: at, expiresAt }
  await store.write((tx) => tx.sessions.insert(session))
  return session
}
