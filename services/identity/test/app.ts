/** The core of the identity service with in-memory adapters and a clock that the test advances. */
import { AppError, type UserActor } from '@typecase/kernel'
import { uuidv7 } from '@typecase/runtime/postgres'
import { nodeSecrets } from '../src/adapters/node-crypto/secrets.ts'
import { identityApp } from '../src/core/app.ts'
import type { Ports } from '../src/core/ports.ts'
import { emptyProfile } from '../src/core/users/profile.ts'
import type { User } from '../src/core/users/user.ts'
import { memoryHasher } from './memory/hasher.ts'
import { memoryCommonPasswords } from './memory/password-list.ts'
import { memoryRequestCounts } from './memory/request-counts.ts'
import { memorySecurityLog } from './memory/security-log.ts'
import { memoryIdentityStore } from './memory/store.ts'

export const minute = 60_000

export function testApp(overrides: Partial<Ports> = {}) {
  const store = memoryIdentityStore()
  const security = memorySecurityLog()
  let now = Date.parse('2026-01-01T12:00:00.000Z')
  const ports: Ports = {
    store,
    requestCounts: memoryRequestCounts(),
    hasher: memoryHasher(),
    common: memoryCommonPasswords(),
    security,
    secrets: nodeSecrets,
    clock: () => new Date(now),
    newId: uuidv7,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    sessionSeconds: 86_400,
    loginsPerMinute: 1_000,
    ...overrides,
  }
  return {
    app: identityApp(ports),
    ports,
    store,
    security,
    clock: ports.clock,
    advance: (ms: number) => {
      now += ms
    },
    /** Inserts a user directly into the store and returns it. */
    async user(
      username: string,
      role: 'admin' | 'editor' = 'editor',
      password = 'correct horse',
    ): Promise<User> {
      const at = ports.clock()
      const fields = {
        id: uuidv7(),
        username,
        email: `${username}@example.test`,
        role,
        profile: emptyProfile,
        createdAt: at,
        updatedAt: at,
        revision: 1,
      }
      await store.write(async (tx) =>
        tx.users.insert({
          ...fields,
          passwordHash: await ports.hasher.hash(password, { line: username, isTrusted: true }),
          hasGeneratedPassword: false,
        }),
      )
      return fields
    },
  }
}

export const actorOf = ({ id, username, role }: User, sessionId = uuidv7()): UserActor => ({
  kind: 'user',
  id,
  username,
  role,
  sessionId,
})

/** Returns the AppError with which the attempt rejects. @throws the outcome if it is anything else */
export async function caught(attempt: Promise<unknown>): Promise<AppError> {
  const outcome = await attempt.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  )
  if (outcome instanceof AppError) return outcome
  throw outcome
}
