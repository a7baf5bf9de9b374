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
  /** Failed or unfinished password checks per minute and client network. */
  readonly loginsPerMinute: number
}

export interface IdentityStore {
  readonly read: IdentityReader
  /** Runs `work` in one transaction, possibly again after a conflict. If it throws, nothing is stored. */
  write<T>(work: (tx: IdentityWriter) => Promise<T>): Promise<T>
  /** Deletes up to `limit` expired rows of each kind; returns the largest number for one kind. */
  purge(limits: ExpiryLimits, limit: number): Promise<number>
}

/** Instants up to which rows are expired. */
export interface ExpiryLimits {
  readonly sessionsExpiredAt: Date
  readonly countersTouchedAt: Date
  readonly devicesUsedAt: Date
}

export interface IdentityReader {
  user(id: string): Promise<User | undefined>
  /** Oldest first, then by id; all users without `limit`. */
  users(paging: {
    readonly limit?: number | undefined
    readonly offset?: number | undefined
  }): Promise<PageOf<User>>
  /** The account with that username, case-insensitive. */
  accountOf(username: string): Promise<Account | undefined>
  /** The live session of that token and its current user: one query, never cached. */
  session(
    tokenHash: string,
    now: Date,
  ): Promise<{ readonly session: Session; readonly user: User } | undefined>
  /** True if a user with that name (case-insensitive) has logged in with that device before. */
  knowsDevice(deviceHash: string, username: string): Promise<boolean>
  /** State of the setup, and the account that still has its generated password. */
  setup(): Promise<Setup>
  /** The counter of that key; an untouched counter for an unknown key. */
  counter(key: string): Promise<Counter>
}

export interface IdentityWriter {
  readonly users: UserWriter
  readonly sessions: SessionWriter
  /** Marks the setup as finished. Idempotent. */
  finishSetup(at: Date): Promise<void>
  /** Records a use of the device by that user. */
  rememberDevice(deviceHash: string, userId: string, at: Date): Promise<void>
  /** Changes the counter of that key, serialized per key; an unknown key has an untouched counter. */
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
  /** Inserts the account only if no user exists; returns true if it did. */
  insertFirst(account: Account): Promise<boolean>
  /** Locks the row exclusively until the transaction ends. */
  lock(id: string): Promise<Account | undefined>
  /** Locks the row against updates until the transaction ends; others may pin it at the same time. */
  pin(id: string): Promise<Account | undefined>
  /** Number of administrators, locked against concurrent counts until the transaction ends. */
  lockAdminCount(): Promise<number>
  /** Replaces a locked account. @throws DUPLICATE_USER */
  update(account: Account): Promise<void>
  /** Deletes a locked account with its sessions and devices. */
  delete(id: string): Promise<void>
}

export interface SessionWriter {
  insert(session: Session): Promise<void>
  /** Ends the live session of that token; undefined if none exists. */
  end(tokenHash: string, now: Date): Promise<Session | undefined>
  /** Ends all sessions of the user except one; returns those that were live. */
  endAllOf(userId: string, now: Date, exceptId?: string): Promise<readonly Session[]>
}

export interface PasswordHasher {
  /**
   * Hashes passwords round-robin by line, trusted lines first.
   * @throws BUSY if the queue is full and this is the newest item of the longest line, or after the maximum
   * wait
   */
  hash(password: string, place: Place): Promise<string>
  /** Without a hash returns false after the same time. @throws BUSY as `hash` */
  verify(hash: string | undefined, password: string, place: Place): Promise<boolean>
}

export interface CommonPasswords {
  /** Case-insensitive. */
  isCommon(password: string): Promise<boolean>
}

export interface Secrets {
  /** 256 random bits, safe in URLs, headers and cookies. */
  newSecret(): string
  /** Deterministic one-way digest, stored instead of the secret. */
  digest(secret: string): string
}
