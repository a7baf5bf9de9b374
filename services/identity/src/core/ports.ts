/** What the core needs from outside. `test/contracts` proves every promise over every adapter. */
import type { Clock, NewId, PageOf } from '@typecase/kernel'
import type { Fact } from './facts.ts'
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
  /** Resolves after that many milliseconds. */
  readonly pause: (ms: number) => Promise<void>
  /** Seconds for which a session lives. */
  readonly sessionSeconds: number
  /** Password checks a minute and client network that may fail or stay unfinished. */
  readonly loginsPerMinute: number
}

export interface IdentityStore {
  readonly read: IdentityReader
  /**
   * Runs `work` in one transaction and answers what it answers. Throwing keeps nothing, neither rows nor facts. `work` may be
   * run again from its start when parallel transactions get in each other's way.
   */
  write<T>(work: (tx: IdentityWriter) => Promise<T>): Promise<T>
  /** Deletes at most `limit` rows of each kind that time has made useless; answers how many of the kind that had most. */
  purge(passed: Passed, limit: number): Promise<number>
}

/** Instants up to which rows are useless. */
export interface Passed {
  readonly sessionsExpiredAt: Date
  readonly countersTouchedAt: Date
  readonly devicesUsedAt: Date
}

export interface IdentityReader {
  user(id: string): Promise<User | undefined>
  /** Oldest first, then by id. Without `limit` all of them. */
  users(paging: {
    readonly limit?: number | undefined
    readonly offset?: number | undefined
  }): Promise<PageOf<User>>
  /** The account of that name, whatever the case of its letters. */
  accountOf(username: string): Promise<Account | undefined>
  /** The live session of that token and its user as they are now: one query, never cached. */
  session(
    tokenHash: string,
    now: Date,
  ): Promise<{ readonly session: Session; readonly user: User } | undefined>
  /** True when the user of that name, whatever its case, has signed in with that device before. */
  knowsDevice(deviceHash: string, username: string): Promise<boolean>
  /** Whether the setup was finished, and the account whose password was made up, while there is one. */
  setup(): Promise<Setup>
  /** The counter of that key as it is; an unknown key is an untouched counter. */
  counter(key: string): Promise<Counter>
}

export interface IdentityWriter {
  readonly users: UserWriter
  readonly sessions: SessionWriter
  /** The setup is finished from here on. Again it changes nothing. */
  finishSetup(at: Date): Promise<void>
  /** Notes that the device was used by that user; the first time makes it known. */
  rememberDevice(deviceHash: string, userId: string, at: Date): Promise<void>
  /** Changes the counter of that key; changes of one key happen one after the other. An unknown key is an untouched counter. */
  changeCounter<T extends { readonly counter: Counter }>(
    key: string,
    at: Date,
    change: (counter: Counter) => T,
  ): Promise<T>
  /** Publishes the fact, exactly if this transaction is kept. */
  record(fact: Fact): Promise<void>
}

export interface UserWriter {
  /** @throws DUPLICATE_USER when the username or the email is taken in any case of its letters */
  insert(account: Account): Promise<void>
  /** Inserts only when there is no user at all, parallel calls included; says whether it did. */
  insertFirst(account: Account): Promise<boolean>
  /** The account; nobody else can change or delete it until `work` has ended. */
  lock(id: string): Promise<Account | undefined>
  /** The account; its password stays what it is until `work` has ended. Others may do the same meanwhile. */
  pin(id: string): Promise<Account | undefined>
  /** How many administrators there are; nobody else can count them so until `work` has ended. */
  lockAdminCount(): Promise<number>
  /** Replaces a locked account. @throws DUPLICATE_USER */
  update(account: Account): Promise<void>
  /** Deletes a locked account with its sessions and devices. */
  delete(id: string): Promise<void>
}

export interface SessionWriter {
  insert(session: Session): Promise<void>
  /** Ends the live session of that token; undefined when there is none. */
  end(tokenHash: string, now: Date): Promise<Session | undefined>
  /** Ends all sessions of the user but one; answers the live ones among them. */
  endAllOf(userId: string, now: Date, spared?: string): Promise<readonly Session[]>
}

export interface PasswordHasher {
  /**
   * Lines are served in turn, the trusted first.
   * @throws BUSY when too many wait and this is the newest of the longest line, or when it waits for too long
   */
  hash(password: string, place: Place): Promise<string>
  /** Whether the password is the one. Without a hash it answers false, and takes just as long. @throws BUSY as `hash` */
  verify(hash: string | undefined, password: string, place: Place): Promise<boolean>
}

export interface CommonPasswords {
  /** Whether the password is one of the most used ones, whatever the case of its letters. */
  isCommon(password: string): Promise<boolean>
}

export interface Secrets {
  /** 256 random bits in characters that are safe in URLs, headers and cookies. */
  newSecret(): string
  /** One way, always the same: what is stored instead of a secret. */
  digest(secret: string): string
}
