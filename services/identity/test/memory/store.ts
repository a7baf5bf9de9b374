/**
 * In-memory store for tests: transactions run one after the other, each on a copy that replaces the state on
 * commit.
 */
import { userTaken } from '../../src/core/errors.ts'
import type { Fact } from '../../src/core/events.ts'
import { type Counter, untouchedCounter } from '../../src/core/lockout.ts'
import type { ExpiryLimits, IdentityReader, IdentityStore, IdentityWriter } from '../../src/core/ports.ts'
import type { Session } from '../../src/core/sessions/session.ts'
import type { Account, User } from '../../src/core/users/user.ts'

interface State {
  readonly accounts: Map<string, Account>
  readonly sessions: Map<string, Session>
  /** `<device hash> <user id>` → last use. */
  readonly devices: Map<string, Date>
  readonly counters: Map<string, { counter: Counter; touchedAt: Date }>
  readonly facts: Fact[]
  finishedSetup: boolean
}

export interface MemoryIdentityStore extends IdentityStore {
  /** Recorded events, oldest first. */
  facts(): Promise<readonly Fact[]>
}

export function memoryIdentityStore(): MemoryIdentityStore {
  let state: State = {
    accounts: new Map(),
    sessions: new Map(),
    devices: new Map(),
    counters: new Map(),
    facts: [],
    finishedSetup: false,
  }
  let previous: Promise<unknown> = Promise.resolve()

  const serialized = <T>(work: (draft: State) => Promise<T>): Promise<T> => {
    const turn = previous.then(async () => {
      const draft = copyOf(state)
      const result = await work(draft)
      state = draft
      return result
    })
    previous = turn.catch(() => undefined)
    return turn
  }
  return {
    read: readerOf(() => state),
    write: (work) => serialized((draft) => work(writerOf(draft))),
    purge: (limits, limit) => serialized(async (draft) => purge(draft, limits, limit)),
    facts: async () => [...state.facts],
  }
}

const copyOf = ({ accounts, sessions, devices, counters, facts, finishedSetup }: State): State => ({
  accounts: new Map(accounts),
  sessions: new Map(sessions),
  devices: new Map(devices),
  counters: new Map(counters),
  facts: [...facts],
  finishedSetup,
})

function readerOf(state: () => State): IdentityReader {
  return {
    user: async (id) => {
      const account = state().accounts.get(id)
      return account && userOf(account)
    },
    users: async ({ limit, offset = 0 }) => {
      const all = [...state().accounts.values()].sort(
        (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
      )
      return {
        items: all.slice(offset, limit === undefined ? undefined : offset + limit).map(userOf),
        total: all.length,
      }
    },
    accountOf: async (username) => accountOf(state(), username),
    session: async (tokenHash, now) => {
      const session = state().sessions.get(tokenHash)
      const account = session && state().accounts.get(session.userId)
      return session && account && session.expiresAt > now ? { session, user: userOf(account) } : undefined
    },
    knowsDevice: async (deviceHash, username) => {
      const account = accountOf(state(), username)
      return account !== undefined && state().devices.has(`${deviceHash} ${account.id}`)
    },
    setup: async () => ({
      unclaimed: [...state().accounts.values()].find(({ hasGeneratedPassword }) => hasGeneratedPassword),
      finished: state().finishedSetup,
    }),
    counter: async (key) => state().counters.get(key)?.counter ?? untouchedCounter,
  }
}

function writerOf(state: State): IdentityWriter {
  const { accounts, sessions, devices, counters, facts } = state
  return {
    users: {
      insert: async (account) => {
        requireFree(state, account)
        accounts.set(account.id, account)
      },
      insertFirst: async (account) => {
        if (accounts.size > 0) return false
        accounts.set(account.id, account)
        return true
      },
      lock: async (id) => accounts.get(id),
      pin: async (id) => accounts.get(id),
      lockAdminCount: async () => [...accounts.values()].filter(({ role }) => role === 'admin').length,
      update: async (account) => {
        requireFree(state, account)
        accounts.set(account.id, account)
      },
      delete: async (id) => {
        accounts.delete(id)
        for (const { tokenHash, userId } of [...sessions.values()])
          if (userId === id) sessions.delete(tokenHash)
        for (const key of [...devices.keys()]) if (key.endsWith(` ${id}`)) devices.delete(key)
      },
    },
    sessions: {
      insert: async (session) => void sessions.set(session.tokenHash, session),
      end: async (tokenHash, now) => {
        const session = sessions.get(tokenHash)
        if (!session || session.expiresAt <= now) return undefined
        sessions.delete(tokenHash)
        return session
      },
      endAllOf: async (userId, now, exceptId) => {
        const ended = [...sessions.values()].filter(
          (session) => session.userId === userId && session.id !== exceptId,
        )
        for (const { tokenHash } of ended) sessions.delete(tokenHash)
        return ended.filter(({ expiresAt }) => expiresAt > now)
      },
    },
    finishSetup: async () => {
      state.finishedSetup = true
    },
    rememberDevice: async (deviceHash, userId, at) => void devices.set(`${deviceHash} ${userId}`, at),
    changeCounter: async (key, at, change) => {
      const result = change(counters.get(key)?.counter ?? untouchedCounter)
      counters.set(key, { counter: result.counter, touchedAt: at })
      return result
    },
    record: async (fact) => void facts.push(fact),
  }
}

const accountOf = ({ accounts }: State, username: string): Account | undefined =>
  [...accounts.values()].find((account) => isSame(account.username, username))

function requireFree({ accounts }: State, { id, username, email }: Account): void {
  const isTaken = [...accounts.values()].some(
    (other) => other.id !== id && (isSame(other.username, username) || isSame(other.email, email)),
  )
  if (isTaken) throw userTaken()
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const userOf = ({ passwordHash: _, hasGeneratedPassword: __, ...user }: Account): User => user

function purge({ sessions, counters, devices }: State, limits: ExpiryLimits, limit: number): number {
  const drop = <V>(map: Map<string, V>, isExpired: (value: V) => boolean): number => {
    const keys = [...map].filter(([, value]) => isExpired(value)).slice(0, limit)
    for (const [key] of keys) map.delete(key)
    return keys.length
  }
  return Math.max(
    drop(sessions, ({ expiresAt }) => expiresAt <= limits.sessionsExpiredAt),
    drop(counters, ({ touchedAt }) => touchedAt <= limits.countersTouchedAt),
    drop(devices, (usedAt) => usedAt <= limits.devicesUsedAt),
  )
}
