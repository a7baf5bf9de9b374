import { randomUUID } from 'node:crypto'
import type { User } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import { AppError, requireAdmin } from '@typecase/kernel'
import { currentContext } from '@typecase/runtime/context'
import type { IdentityApi } from '../../src/core/ports.ts'

interface Account {
  user: User
  password: string
}

const notFound = () => new AppError('not_found', 'USER_NOT_FOUND', 'User not found')
const unauthorized = () => new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
const lockMinutes = 15

/** Users and sessions in maps. `addUser` and `openSession` add them without HTTP. */
export function memoryIdentity(): IdentityApi & {
  addUser(username: string, role: 'admin' | 'editor', password?: string): User
  openSession(user: User): string
  awaitClaim(user: User, code: string): void
} {
  const accounts = new Map<string, Account>()
  const sessions = new Map<string, { userId: string; id: string }>()
  const failures = new Map<string, number>()
  let setup: { userId: string; code: string } | undefined
  let finished = false
  const now = () => toTimestamp(new Date()) as User['createdAt']
  const find = (id: string): Account => {
    const account = accounts.get(id)
    if (!account) throw notFound()
    return account
  }
  const refuseTaken = (username: string | undefined, email: string | undefined, ownId?: string) => {
    for (const { user } of accounts.values()) {
      if (user.id !== ownId && (user.username === username || user.email === email))
        throw new AppError('conflict', 'DUPLICATE_USER', 'Username or email already exists')
    }
  }
  const addUser = (
    username: string,
    role: 'admin' | 'editor',
    password = 'correct horse',
    email = `${username}@example.test`,
  ): User => {
    const profile = null
    const user = { id: randomUUID(), username, email, role, profile, createdAt: now(), updatedAt: now() }
    accounts.set(user.id, { user, password })
    return user
  }
  const requestsOf = new Map<string, number>()
  const openSession = (user: User): string => {
    const token = randomUUID() + randomUUID()
    sessions.set(token, { userId: user.id, id: randomUUID() })
    return token
  }
  return {
    addUser,
    openSession,
    async addRequests({ counts = [] }) {
      const endsAt = toTimestamp(new Date(Date.now() + 60_000)) as User['createdAt']
      const added = counts.map(({ caller = '', requests = 0 }) => {
        const used = (requestsOf.get(caller) ?? 0) + requests
        requestsOf.set(caller, used)
        return { caller, used, endsAt }
      })
      return { windows: added }
    },
    awaitClaim({ id }, code) {
      setup = { userId: id, code }
    },
    getSetup: async () => ({ claimable: setup !== undefined && !finished, finished }),
    async claimFirstAdmin({ code, username = '', email = '', password = '' }) {
      if (!setup || finished)
        throw new AppError('conflict', 'SETUP_DONE', 'The first administrator has been set up already')
      if (code !== setup.code) throw new AppError('forbidden', 'WRONG_SETUP_CODE', 'Wrong code')
      const account = find(setup.userId)
      refuseTaken(username, email, setup.userId)
      account.user = { ...account.user, username, email, updatedAt: now() }
      account.password = password
      setup = undefined
      return account.user
    },
    async finishSetup() {
      requireAdmin(currentContext().actor)
      finished = true
      return {}
    },
    async login({ username = '', password, deviceId }) {
      const key = `${username.toLowerCase()} ${deviceId ?? ''}`
      const resetAt = new Date(Date.now() + lockMinutes * 60_000)
      const failed = failures.get(key) ?? 0
      const account = [...accounts.values()].find(({ user }) => user.username === username)
      if (failed >= 5 || !account || account.password !== password) {
        failures.set(key, failed + 1)
        const fields = { limit: 5, remaining: Math.max(0, 4 - failed), resetAt: resetAt.toISOString() }
        if (failed < 4)
          throw new AppError('unauthenticated', 'INVALID_CREDENTIALS', 'Invalid username or password', {
            fields,
          })
        const message = `Account temporarily locked. Try again in ${lockMinutes} minutes.`
        throw new AppError('limited', 'ACCOUNT_LOCKED', message, {
          fields: { ...fields, retryAfter: lockMinutes * 60 },
        })
      }
      failures.delete(key)
      const expiresAt = toTimestamp(new Date(Date.now() + 86_400_000)) as User['createdAt']
      const standing = { limit: 5, remaining: 5, resetAt: toTimestamp(resetAt) as User['createdAt'] }
      return {
        user: account.user,
        token: openSession(account.user),
        expiresAt,
        deviceId: deviceId ?? randomUUID(),
        ...standing,
      }
    },
    async getLoginStanding({ username = '', deviceId }) {
      const failed = failures.get(`${username.toLowerCase()} ${deviceId ?? ''}`) ?? 0
      return {
        limit: 5,
        remaining: Math.max(0, 5 - failed),
        resetAt: toTimestamp(new Date()) as User['createdAt'],
      }
    },
    async logout({ token = '' }) {
      if (!sessions.delete(token)) throw unauthorized()
      return {}
    },
    async verifySession({ token = '' }) {
      const session = sessions.get(token)
      const account = session && accounts.get(session.userId)
      if (!session || !account) throw unauthorized()
      return { user: account.user, sessionId: session.id, expiresAt: now() }
    },
    async createUser({ username = '', email = '', password = '', role }) {
      requireAdmin(currentContext().actor)
      refuseTaken(username, email)
      return addUser(username, role === 'admin' ? 'admin' : 'editor', password, email)
    },
    getUser: async ({ id = '' }) => find(id).user,
    async listUsers({ paging }) {
      const all = [...accounts.values()].map(({ user }) => user)
      const from = paging?.offset ?? 0
      return {
        users: all.slice(from, paging?.limit === undefined ? undefined : from + paging.limit),
        total: all.length,
      }
    },
    listProfiles: async () => ({
      profiles: [...accounts.values()].map(({ user: { username, profile } }) => ({ username, profile })),
    }),
    async updateUser({
      id = '',
      password,
      currentPassword,
      requireCurrentPassword,
      deviceId,
      clientAddress,
      profile,
      ...changes
    }) {
      const account = find(id)
      const { actor } = currentContext()
      const caller = actor.kind === 'user' ? find(actor.id) : undefined
      const isNewEmail = changes.email !== undefined && changes.email !== account.user.email
      const path = 'currentPassword'
      if (currentPassword !== undefined && currentPassword !== caller?.password) {
        const problems = [{ path, message: 'The current password is wrong' }]
        throw new AppError('forbidden', 'WRONG_PASSWORD', 'The current password is wrong', { problems })
      }
      if (
        requireCurrentPassword &&
        currentPassword === undefined &&
        caller === account &&
        (password !== undefined || isNewEmail)
      ) {
        const problems = [{ path, message: 'Enter your current password' }]
        throw new AppError('invalid', 'CURRENT_PASSWORD_REQUIRED', 'Enter your current password', {
          problems,
        })
      }
      refuseTaken(changes.username, changes.email, id)
      const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const newProfile = { ...account.user.profile, ...profile, links: profile?.links?.links ?? [] }
      account.user = {
        ...account.user,
        ...changed,
        ...(profile ? { profile: newProfile as User['profile'] } : {}),
        updatedAt: now(),
      }
      account.password = password ?? account.password
      return account.user
    },
    async deleteUser({ id = '' }) {
      const actor = requireAdmin(currentContext().actor)
      find(id)
      if (id === actor.id) throw new AppError('refused', 'SELF_DELETE', 'You cannot delete your own account')
      accounts.delete(id)
      return {}
    },
  }
}
