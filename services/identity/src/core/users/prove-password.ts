import type { UserActor } from '@typecase/kernel'
import { currentPasswordRequired, wrongPassword } from '../errors.ts'
import type { PasswordChecks } from '../sessions/password-checks.ts'

/** Proof that a change comes from the user, not from another person who uses the session. */
export interface Proof {
  readonly currentPassword?: string | undefined
  /** True if changing one's own password or email requires the current password, as in browser sessions. */
  readonly isRequired?: boolean | undefined
  /** The device id of an earlier login, if the client has one. */
  readonly deviceId?: string | undefined
  readonly clientAddress?: string | undefined
}

/**
 * Checks the current password of the calling user under the rules of a login. Returns the stored hash that
 * matched, or undefined if there was nothing to check.
 * @throws CURRENT_PASSWORD_REQUIRED, WRONG_PASSWORD, ACCOUNT_LOCKED, RATE_LIMITED or BUSY
 */
export async function provePassword(
  checks: PasswordChecks,
  asker: UserActor,
  { currentPassword, isRequired, deviceId, clientAddress }: Proof,
  isSensitive: boolean,
): Promise<string | undefined> {
  if (currentPassword === undefined || currentPassword === '') {
    if (isRequired && isSensitive) throw currentPasswordRequired()
    return undefined
  }
  const check = await checks.check({
    username: asker.username,
    password: currentPassword,
    deviceId,
    clientAddress,
  })
  if (check.account?.id !== asker.id) {
    await check.fail()
    throw wrongPassword()
  }
  await check.withdraw()
  return check.account.passwordHash
}
