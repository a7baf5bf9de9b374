import { type Actor, invalid } from '@typecase/kernel'
import { gatewaysOnly } from '../errors.ts'
import type { Ports } from '../ports.ts'
import type { RequestCount, RequestWindow } from './request-counts.ts'

const windowMs = 60_000
const maxCallers = 1_000
const maxCallerLength = 200

/**
 * Adds the request counts of a gateway to the counts that all gateways share (contract.md#rate-limits).
 * @throws FORBIDDEN for callers other than gateways, or VALIDATION_ERROR
 */
export const addRequests =
  ({ requestCounts, clock }: Pick<Ports, 'requestCounts' | 'clock'>) =>
  async (actor: Actor, counts: readonly RequestCount[]): Promise<readonly RequestWindow[]> => {
    if (actor.kind !== 'service' || actor.name !== 'gateway') throw gatewaysOnly()
    const sums = new Map<string, number>()
    for (const { caller, requests } of counts) sums.set(caller, (sums.get(caller) ?? 0) + requests)
    if (sums.size > maxCallers)
      throw invalid([{ path: 'counts', message: `at most ${maxCallers} callers at once` }])
    const isWrong = ([caller, requests]: readonly [string, number]) =>
      caller === '' || caller.length > maxCallerLength || requests < 1
    const wrong = [...sums].findIndex(isWrong)
    if (wrong >= 0)
      throw invalid([
        { path: `counts.${wrong}`, message: 'must name a caller and count at least one request' },
      ])
    if (sums.size === 0) return []
    const now = clock()
    const distinct = [...sums].map(([caller, requests]) => ({ caller, requests }))
    return requestCounts.add(distinct, now, new Date(now.getTime() + windowMs))
  }
