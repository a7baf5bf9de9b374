import { clientNetwork, isPassword, isUsername } from '@typecase/kernel'
import { tooManyAttempts } from '../errors.ts'
import type { Place } from '../fair-queue.ts'
import type { Standing } from '../lockout.ts'
import type { Ports } from '../ports.ts'
import { repeated } from '../security-events.ts'
import type { Account } from '../users/user.ts'
import { type Claim, chargedCounter } from './charged-counter.ts'
import { loginAttempts } from './login-attempts.ts'
import { networkBudget } from './network-budget.ts'

export interface Guess extends Claim {
  readonly password: string
  /** Address of the client, as the gateway knows it. */
  readonly clientAddress?: string | undefined
}

/** A guess that was charged and checked. It stays charged to the network until `succeeded`. */
export interface CheckedGuess {
  /** The account of that name, if the password is its own. */
  readonly account: Account | undefined
  readonly counter: string
  readonly attempt: string
  /** Digest of the device, if the user of that name has signed in with it before. */
  readonly device: string | undefined
  /** Charges a failure. @throws ACCOUNT_LOCKED when it locks the counter */
  fail(): Promise<Standing>
  /** Takes the attempt off the counter and gives it back to the network. */
  withdraw(): Promise<void>
  /** The network gets its attempt back. */
  succeeded(): void
}

export interface PasswordChecks {
  /**
   * Charges a guess to the counter of its name or device, then checks the password. A guess that could not be checked is
   * taken off the counter. @throws RATE_LIMITED, ACCOUNT_LOCKED, BUSY
   */
  check(guess: Guess): Promise<CheckedGuess>
  /** Charges one attempt to the network of that address. Call the answer when it was a success. @throws RATE_LIMITED */
  charge(clientAddress: string | undefined): () => void
}

/** Where strangers from that address wait for a check. */
export const strangersPlace = (clientAddress: string | undefined): Place => ({
  line: `network ${clientNetwork(clientAddress ?? '')}`,
  isTrusted: false,
})

/** Where a user with a session waits. */
export const usersPlace = (userId: string): Place => ({ line: `user ${userId}`, isTrusted: true })

export function passwordChecks(ports: Ports): PasswordChecks {
  const { store, hasher } = ports
  const attempts = loginAttempts(ports)
  const budget = networkBudget(ports)

  function charge(clientAddress: string | undefined): () => void {
    const network = clientNetwork(clientAddress ?? '')
    const verdict = budget.take(network)
    if (!verdict.isGranted)
      throw tooManyAttempts(verdict.retryAfterSeconds, verdict.isFirst ? undefined : repeated)
    return () => budget.giveBack(network)
  }

  /** No account has another form of name, and Postgres refuses some of those. A hash is computed for every name. */
  async function rightAccount(name: string, password: string, place: Place): Promise<Account | undefined> {
    const account = isUsername(name) ? await store.read.accountOf(name) : undefined
    const isRight = await hasher.verify(account?.passwordHash, isPassword(password) ? password : '', place)
    return isRight ? account : undefined
  }

  return {
    charge,
    async check({ password, clientAddress, ...claim }) {
      const { name, device, counter } = await chargedCounter(ports, claim)
      const succeeded = device ? () => undefined : charge(clientAddress)
      const place = device ? { line: `device ${device}`, isTrusted: true } : strangersPlace(clientAddress)
      const attempt = await attempts.reserve(counter, place)
      try {
        const account = await rightAccount(name, password, place)
        const withdraw = async () => {
          succeeded()
          await attempts.withdraw(counter, attempt)
        }
        return {
          account,
          counter,
          attempt,
          device,
          succeeded,
          withdraw,
          fail: () => attempts.fail(counter, attempt),
        }
      } catch (error) {
        await attempts.withdraw(counter, attempt)
        throw error
      }
    },
  }
}
