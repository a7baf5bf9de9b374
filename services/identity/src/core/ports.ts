/** Ports of the core. `test/contracts` runs one suite per port over every adapter. */
import type { Clock, NewId, PageOf } from '@typecase/kernel'
import type { Fact } from './events.ts'
import type { Place } from './fair-queue.ts'
import type { Counter } from './lockout.ts'
import type { RequestCounts } from './requests/request-counts.ts'
import type { SecurityLog } from './security-events.ts'
import type { Session } from './sessions/session.ts'
import type { Setup } from './setup/setup.ts'
import type { Account, User } from './users/user.ts'

export interface Ports {
  readonly store: IdentityStore
  readonly requestCounts: RequestCounts
  readonly hasher: PasswordHasher
  readonly common: CommonPasswords
  readonly security: SecurityLog
  readonly secrets: Secrets
  readonly clock: Clock
  readonly newId: NewId
  /** Resolves after `ms` milliseconds. */
  readonly pause: (ms: number) => Promise<void>
  /** Lifetime of a session in seconds. */
  readonly sessionSeconds: number
  /** Maximum failed or unfinished password checks per minute and client network. */
  readonly loginsPerMinute: number
}

export interface IdentityStore {
  readonly read: IdentityReader
  /** Runs `work` in one transaction, and again after a conflict. If `work` throws, nothing is stored. */
  write<T>(work: (tx: IdentityWriter) => Promise<T>): Promise<T>
  /**
   * Deletes up to `limit` expired rows per table. Returns the largest number of rows deleted from one table.
   */
  purge(limits: ExpiryLimits, limit: number): Promise<number>
}

/** Rows whose date is at or before these instants are expired. */
export interface ExpiryLimits {
  readonly sessionsExpiredAt: Date
  readonly countersTouchedAt: Date
  readonly devicesUsedAt: Date
}

export interface IdentityReader {
  user(id: string): Promise<User | undefined>
  /** Oldest first, then by id. Without `limit`, all users. */
  users(paging: {
    readonly limit?: number | undefined
    readonly offset?: number | undefined
  }): Promise<PageOf<User>>
  /** The account with that username, case-insensitive. */
  accountOf(username: string): Promise<Account | undefined>
  /**
   * The live session of the token with this hash, and its user as currently stored. Reads both in one query,
   * never from a cache.
   */
  session(
    tokenHash: string,
    now: Date,
  ): Promise<{ readonly session: Session; readonly user: User } | undefined>
  /** True if the user with this username (case-insensitive) has logged in with this device before. */
  knowsDevice(deviceHash: string, username: string): Promise<boolean>
  /** State of the setup, with the account that still has its generated password, if any. */
  setup(): Promise<Setup>
  /** The counter with this key, or an untouched counter if none is stored. */
  counter(key: string): Promise<Counter>
}

export interface IdentityWriter {
  readonly users: UserWriter
  readonly sessions: SessionWriter
  /** Marks the setup as finished. Idempotent. */
  finishSetup(at: Date): Promise<void>
  /** Records that the user has logged in with the device at that time. */
  rememberDevice(deviceHash: string, userId: string, at: Date): Promise<void>
  /**
   * Replaces the counter with this key by the one that `change` returns. Starts with an untouched counter if
   * none is stored. Changes of the same key run one after the other.
   */
  changeCounter<T extends { readonly counter: Counter }>(
    key: string,
    at: Date,
    change: (counter: Counter) => T,
  ): Promise<T>
  /** Stores the event in the outbox of this transaction. */
  record(fact: Fact): Promise<void>
}

export interface UserWriter {
  /** @throws DUPLICATE_USER if the username or the email exists, case-insensitive */
  insert(account: Account): Promise<void>
  /** Inserts the account if no user exists. Returns true if the account was inserted. */
  insertFirst(account: Account): Promise<boolean>
  /** Reads the account and locks its row exclusively until the transaction ends. */
  lock(id: string): Promise<Account | undefined>
  /**
   * Reads the account and locks its row against updates until the transaction ends. Several transactions may
   * pin the same row.
   */
  pin(id: string): Promise<Account | undefined>
  /**
   * Returns the number of administrators. Other callers of `lockAdminCount` wait until the transaction ends.
   */
  lockAdminCount(): Promise<number>
  /** Replaces a locked account. @throws DUPLICATE_USER */
  update(account: Account): Promise<void>
  /** Deletes a locked account with its sessions and devices. */
  delete(id: string): Promise<void>
}

export interface SessionWriter {
  insert(session: Session): Promise<void>
  /** Ends and returns the live session of the token with this hash; undefined if there is none. */
  end(tokenHash: string, now: Date): Promise<Session | undefined>
  /** Ends all sessions of the user except `exceptId`. Returns the ended sessions that had not expired. */
  endAllOf(userId: string, now: Date, exceptId?: string): Promise<readonly Session[]>
}

export interface PasswordHasher {
  /**
   * Hashes a password. Waiting calls are served round-robin by `place.line`, trusted lines first.
   * @throws BUSY if the queue is full and this call is the newest of the longest line. Also throws BUSY when
   * the caller's deadline is near.
   */
  hash(password: string, place: Place): Promise<string>
  /**
   * True if the password matches the hash. Without a hash, takes the same time and returns false.
   * @throws BUSY like `hash`
   */
  verify(hash: string | undefined, password: string, place: Place): Promise<boolean>
}

export interface CommonPasswords {
  /** True for one of the most used passwords, case-insensitive. */
  isCommon(password: string): Promise<boolean>
}

export interface Secrets {
  /** Returns 256 random bits as text that is safe in URLs, headers and cookies. */
  newSecret(): string
  /** Returns a deterministic one-way digest, which is stored instead of the secret. */
  digest(secret: string): string
}
