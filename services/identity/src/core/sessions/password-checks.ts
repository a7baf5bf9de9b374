import { clientNetwork, isPassword, isUsername } from '@typecase/kernel'
import { tooManyAttempts } from '../errors.ts'
import type { Place } from '../fair-queue.ts'
import type { Standing } from '../lockout.ts'
import type { Ports } from '../ports.ts'
import { repeated } from '../security-events.ts'
import type { Account } from '../users/user.ts'
import { type Claim, counterFor } from './charged-counter.ts'
import { loginAttempts } from './login-attempts.ts'
import { type NetworkBudget, networkBudget } from './network-budget.ts'

export interface Guess extends Claim {
  readonly password: string
  /** Client address as seen by the gateway. */
  readonly clientAddress?: string | undefined
}

/** A guess after its check. Counts against the budget of the network unless it succeeds or is withdrawn. */
export interface CheckedGuess {
  /** The account with this name, if the password is right. */
  readonly account: Account | undefined
  readonly counter: string
  readonly attempt: string
  /** Digest of the device, if the user has logged in with it before. */
  readonly device: string | undefined
  /** Records a failure. @throws ACCOUNT_LOCKED if this failure locks the counter */
  fail(): Promise<Standing>
  withdraw(): Promise<void>
  /** Returns the attempt to the budget of the network. */
  succeeded(): void
}

export interface PasswordChecks {
  /**
   * Counts the guess in the counter of its name or device, then checks the password. If the check cannot run,
   * removes the guess from the counter.
   * @throws RATE_LIMITED, ACCOUNT_LOCKED or BUSY
   */
  check(guess: Guess): Promise<CheckedGuess>
  /**
   * Charges an attempt to the budget of the network of this address. Call the returned function after a
   * success to undo this.
   * @throws RATE_LIMITED
   */
  charge(clientAddress: string | undefined): () => void
}

export const strangersPlace = (clientAddress: string | undefined): Place => ({
  line: `network ${clientNetwork(clientAddress ?? '')}`,
  isTrusted: false,
})

export const usersPlace = (userId: string): Place => ({ line: `user ${userId}`, isTrusted: true })

export function passwordChecks(ports: Ports): PasswordChecks {
  const attempts = loginAttempts(ports)
  const budget = networkBudget(ports)
  const charge = (clientAddress: string | undefined) => chargeNetwork(budget, clientAddress)

  return {
    charge,
    async check({ password, clientAddress, ...claim }) {
      const { name, device, counter } = await counterFor(ports, claim)
      const succeeded = device ? () => undefined : charge(clientAddress)
      const place = device ? { line: `device ${device}`, isTrusted: true } : strangersPlace(clientAddress)
      const attempt = await attempts.reserve(counter, place)
      try {
        const account = await rightAccount(ports, name, password, place)
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

function chargeNetwork(budget: NetworkBudget, clientAddress: string | undefined): () => void {
  const network = clientNetwork(clientAddress ?? '')
  const verdict = budget.take(network)
  if (!verdict.isGranted)
    throw tooManyAttempts(verdict.retryAfterSeconds, verdict.isFirst ? undefined : repeated)
  return () => budget.giveBack(network)
}

/**
 * Computes a hash even for unknown and invalid names, so that the time does not reveal which names exist.
 */
async function rightAccount(
  { store, hasher }: Ports,
  name: string,
  password: string,
  place: Place,
): Promise<Account | undefined> {
  const account = isUsername(name) ? await store.read.accountOf(name) : undefined
  const isRight = await hasher.verify(account?.passwordHash, isPassword(password) ? password : '', place)
  return isRight ? account : undefined
}
