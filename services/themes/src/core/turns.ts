import { type ConcurrencyLimit, limitConcurrency } from '@typecase/kernel'
import { tooManyPackages } from './errors.ts'

export interface TurnLimits {
  /** Concurrent jobs; default 2. */
  readonly atOnce?: number
  /** Maximum queue length; default 20. */
  readonly mayWait?: number
}

/**
 * Limits the concurrent jobs that unpack packages or render their sample pages. The returned function throws
 * TOO_MANY_UPLOADS if the queue is full.
 */
export const packageTurns = ({ atOnce = 2, mayWait = 20 }: TurnLimits = {}): ConcurrencyLimit =>
  limitConcurrency(atOnce, { maxWaiting: mayWait, refuse: tooManyPackages })
