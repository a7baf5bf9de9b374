import type { UserActor } from '@typecase/kernel'
import { currentPasswordRequired, wrongPassword } from '../errors.ts'
import type { PasswordChecks } from '../sessions/password-checks.ts'

/** What a user sends along to prove that the session is in the right hands. */
export interface Proof {
  readonly currentPassword?: string | undefined
  /** The own password and email change only with the current password: so it is for a browser, which others may get hold of. */
  readonly isRequired?: boolean | undefined
  /** The device of an earlier login, if the caller holds one. */
  readonly deviceId?: string | undefined
  readonly clientAddress?: string | undefined
}

/**
 * Checks the current password of the asking user, where one is given, under the rules of a login. Answers the hash it
 * belongs to; undefined when there is nothing to check.
 * @throws CURRENT_PASSWORD_REQUIRED, WRONG_PASSWORD, ACCOUNT_LOCKED, RATE_LIMITED, BUSY
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
