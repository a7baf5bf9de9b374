import { AppError } from '@typecase/kernel'
import type { Standing } from './lockout.ts'

export const userNotFound = () => new AppError('not_found', 'USER_NOT_FOUND', 'User not found')

/** The same error for username and email, to hide which one exists (contract.md#user-conflicts). */
export const userTaken = () => new AppError('conflict', 'DUPLICATE_USER', 'Username or email already exists')

export const ownRole = () => new AppError('forbidden', 'FORBIDDEN', 'You cannot change your own role')

export const gatewaysOnly = () =>
  new AppError('forbidden', 'FORBIDDEN', 'Only gateways can report request counts')

export const ownAccount = () => new AppError('refused', 'SELF_DELETE', 'You cannot delete your own account')

export const lastAdmin = () =>
  new AppError('refused', 'LAST_ADMIN', 'The last administrator cannot be removed')

export const setupDone = () =>
  new AppError('conflict', 'SETUP_DONE', 'The first administrator has been set up already')

export const wrongSetupCode = () =>
  new AppError(
    'forbidden',
    'WRONG_SETUP_CODE',
    'The password is wrong. Enter the password that the first start printed.',
  )

export const currentPasswordRequired = () => {
  const message = 'Enter your current password to change your password or email'
  return new AppError('invalid', 'CURRENT_PASSWORD_REQUIRED', message, {
    problems: [{ path: 'currentPassword', message }],
  })
}

export const wrongPassword = () => {
  const message = 'The current password is wrong'
  return new AppError('forbidden', 'WRONG_PASSWORD', message, {
    problems: [{ path: 'currentPassword', message }],
  })
}

export const noSession = () => new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')

/** The same error for an unknown name and a wrong password (contract.md#login). */
export const invalidCredentials = ({ limit, remaining, resetAt }: Standing) =>
  new AppError('unauthenticated', 'INVALID_CREDENTIALS', 'Invalid username or password', {
    fields: { limit, remaining, resetAt: resetAt.toISOString() },
  })

/** Rounds minutes up, so that a client that waits this long can log in (contract.md#login-lockout). */
export function accountLocked({ limit, remaining, resetAt }: Standing, now: Date) {
  const seconds = Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  return new AppError(
    'limited',
    'ACCOUNT_LOCKED',
    `Account temporarily locked. Try again in ${minutes} minutes.`,
    {
      fields: { limit, remaining, resetAt: resetAt.toISOString(), retryAfter: seconds },
    },
  )
}

/**
 * The client network has used all attempts. `retryAfter` is in seconds. `cause` is for the security log and
 * is not sent to clients.
 */
export const tooManyAttempts = (retryAfter: number, cause?: string) =>
  new AppError(
    'limited',
    'RATE_LIMITED',
    `Too many sign-in attempts from your network. Try again in ${retryAfter} seconds.`,
    {
      fields: { retryAfter },
      cause,
    },
  )

/** The queue of password checks is full. `retryAfter` is in seconds. */
export const busy = () =>
  new AppError('unavailable', 'BUSY', 'Too many sign-ins at the moment. Please try again.', {
    fields: { retryAfter: 2 },
  })

/** Refuses callers other than services. */
export const servicesOnly = () => new AppError('forbidden', 'FORBIDDEN', 'Forbidden')
