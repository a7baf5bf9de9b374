import { invalid } from '@typecase/kernel'
import { userCreated } from './facts.ts'
import type { Place } from './fair-queue.ts'
import type { Ports } from './ports.ts'
import { change } from './security-events.ts'
import { newAccount } from './users/create-user.ts'
import { userFaults } from './users/faults.ts'
import { passwordProblems } from './users/password-rules.ts'

export interface FirstAdmin {
  readonly username: string
  readonly email: string
  /** Without one a random password is made. */
  readonly password?: string | undefined
}

export interface MadeAdmin {
  readonly username: string
  /** Set when it was made up: the operator must be told this once, for it is stored nowhere. */
  readonly password?: string | undefined
}

/** The service itself, at its start. */
const own: Place = { line: '', isTrusted: true }

/**
 * Makes the first administrator when there is no user at all (contract.md#first-start); of parallel calls one does. Undefined when there was
 * nothing to do. @throws VALIDATION_ERROR, BUSY
 */
export const bootstrapAdmin =
  (ports: Pick<Ports, 'store' | 'hasher' | 'secrets' | 'clock' | 'newId' | 'common' | 'security'>) =>
  async ({ username, email, password }: FirstAdmin): Promise<MadeAdmin | undefined> => {
    const { store, secrets } = ports
    if ((await store.read.users({ limit: 1 })).total > 0) return undefined
    const madeUp = password === undefined ? secrets.newSecret().slice(0, 24) : undefined
    const fields = { username, email, password: password ?? madeUp ?? '' }
    const faults = userFaults(fields)
    if (password !== undefined) faults.push(...(await passwordProblems(ports.common, password, fields)))
    if (faults.length > 0) throw invalid(faults)
    const account = {
      ...(await newAccount(ports, { ...fields, role: 'admin' }, own)),
      isMadeUp: madeUp !== undefined,
    }
    const isFirst = await store.write(async (tx) => {
      if (!(await tx.users.insertFirst(account))) return false
      await tx.record(userCreated(account))
      return true
    })
    if (isFirst) ports.security.record(change('user_created', account.id, {}))
    return isFirst ? { username, password: madeUp } : undefined
  }
