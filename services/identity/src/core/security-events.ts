/** Security events of accounts and sessions for operators. They contain no password, token or code. */
import { isAppError, isUsername } from '@typecase/kernel'
import type { EndReason } from './events.ts'
import type { Session } from './sessions/session.ts'

export type CheckName = 'login' | 'password_check' | 'setup_claim'
export type ChangeName =
  | 'user_created'
  | 'user_deleted'
  | 'password_changed'
  | 'email_changed'
  | 'role_changed'
  | 'session_ended'
export type CheckResult = 'success' | 'wrong_password' | 'locked' | 'rate_limited' | 'busy'

export interface SecurityEvent {
  readonly event: CheckName | ChangeName
  /** `success` for every change. */
  readonly result: CheckResult
  readonly userId?: string | undefined
  /**
   * The username in the request; undefined if it is invalid, because it may be a password in the wrong field.
   */
  readonly username?: string | undefined
  /** The user who made the change. */
  readonly actorId?: string | undefined
  readonly clientAddress?: string | undefined
  /** Reason for the end of a session. */
  readonly reason?: EndReason | undefined
  /** True for a repeated rejection of the same client, which is counted but not logged. */
  readonly isRepeated?: boolean
}

export interface SecurityLog {
  /** Never throws. */
  record(event: SecurityEvent): void
}

/** `cause` of the error if an earlier request of the same client was rejected already. */
export const repeated = 'repeated'

const resultOfCode: Readonly<Record<string, CheckResult>> = {
  INVALID_CREDENTIALS: 'wrong_password',
  WRONG_PASSWORD: 'wrong_password',
  WRONG_SETUP_CODE: 'wrong_password',
  ACCOUNT_LOCKED: 'locked',
  RATE_LIMITED: 'rate_limited',
  BUSY: 'busy',
}

export interface CheckFacts {
  readonly event: CheckName
  readonly username: string
  readonly clientAddress?: string | undefined
}

/**
 * Runs a check and records its outcome. Does not record errors without a `CheckResult`.
 * @throws the errors of `work`
 */
export async function recordCheck<T>(
  log: SecurityLog,
  { event, username, clientAddress }: CheckFacts,
  work: () => Promise<T>,
  userIdOf: (done: T) => string,
): Promise<T> {
  const facts = { event, username: isUsername(username.trim()) ? username.trim() : undefined, clientAddress }
  try {
    const done = await work()
    log.record({ ...facts, result: 'success', userId: userIdOf(done) })
    return done
  } catch (error) {
    const result = isAppError(error) ? resultOfCode[error.code] : undefined
    if (result && isAppError(error)) log.record({ ...facts, result, isRepeated: error.cause === repeated })
    throw error
  }
}

export interface ChangeFacts {
  readonly actorId?: string | undefined
  readonly clientAddress?: string | undefined
}

export const change = (
  event: ChangeName,
  userId: string,
  { actorId, clientAddress }: ChangeFacts,
): SecurityEvent => ({
  event,
  result: 'success',
  userId,
  actorId,
  clientAddress,
})

export const endedSession = ({ userId }: Session, reason: EndReason, facts: ChangeFacts): SecurityEvent => ({
  ...change('session_ended', userId, facts),
  reason,
})
