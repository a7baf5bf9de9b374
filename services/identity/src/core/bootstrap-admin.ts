import { invalid } from '@typecase/kernel'
import { userCreated } from './events.ts'
import type { Place } from './fair-queue.ts'
import type { Ports } from './ports.ts'
import { change } from './security-events.ts'
import { newAccount } from './users/create-user.ts'
import { passwordProblems } from './users/password-rules.ts'
import { userFieldErrors } from './users/user-fields.ts'

export interface FirstAdmin {
  readonly username: string
  readonly email: string
  /** Default: a random password. */
  readonly password?: string | undefined
}

export interface CreatedAdmin {
  readonly username: string
  /**
   * The generated password; undefined if one was configured. Print the password once, because only its hash
   * is stored.
   */
  readonly password?: string | undefined
}

/** Place in the queue for hashes that the service itself computes at startup. */
const startupPlace: Place = { line: '', isTrusted: true }

/**
 * Creates the first administrator if no user exists (contract.md#first-start); otherwise returns undefined.
 * Of parallel calls, only one creates an account.
 * @throws VALIDATION_ERROR or BUSY
 */
export const bootstrapAdmin =
  (ports: Pick<Ports, 'store' | 'hasher' | 'secrets' | 'clock' | 'newId' | 'common' | 'security'>) =>
  async ({ username, email, password }: FirstAdmin): Promise<CreatedAdmin | undefined> => {
    const { store, secrets } = ports
    if ((await store.read.users({ limit: 1 })).total > 0) return undefined
    const generated = password === undefined ? secrets.newSecret().slice(0, 24) : undefined
    const fields = { username, email, password: password ?? generated ?? '' }
    const errors = userFieldErrors(fields)
    if (password !== undefined) errors.push(...(await passwordProblems(ports.common, password, fields)))
    if (errors.length > 0) throw invalid(errors)
    const account = {
      ...(await newAccount(ports, { ...fields, role: 'admin' }, startupPlace)),
      hasGeneratedPassword: generated !== undefined,
    }
    const isFirst = await store.write(async (tx) => {
      if (!(await tx.users.insertFirst(account))) return false
      await tx.record(userCreated(account))
      return true
    })
    if (isFirst) ports.security.record(change('user_created', account.id, {}))
    return isFirst ? { username, password: generated } : undefined
  }
