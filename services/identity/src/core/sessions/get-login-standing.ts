import { type Standing, standing } from '../lockout.ts'
import type { Ports } from '../ports.ts'
import { type Claim, chargedCounter } from './charged-counter.ts'

/** How the counter stands that a login would be charged to (contract.md#rate-limits). It is not charged, and an unknown name is told like any other. */
export const getLoginStanding =
  (ports: Pick<Ports, 'store' | 'secrets' | 'clock'>) =>
  async (claim: Claim): Promise<Standing> => {
    const { counter: key } = await chargedCounter(ports, claim)
    return standing(await ports.store.read.counter(key), ports.clock())
  }
