import { type Standing, standing } from '../lockout.ts'
import type { Ports } from '../ports.ts'
import { type Claim, counterFor } from './charged-counter.ts'

/**
 * State of the lockout counter of a login, without counting an attempt (contract.md#rate-limits). Does not
 * reveal whether the name exists.
 */
export const getLoginStanding =
  (ports: Pick<Ports, 'store' | 'secrets' | 'clock'>) =>
  async (claim: Claim): Promise<Standing> => {
    const { counter: key } = await counterFor(ports, claim)
    return standing(await ports.store.read.counter(key), ports.clock())
  }
