import { type Turns, turns } from '@typecase/kernel'
import { tooManyPackages } from './errors.ts'

export interface TurnLimits {
  /** Works that run. Default 2. */
  readonly atOnce?: number
  /** Works that wait for one. Default 20. */
  readonly mayWait?: number
}

/** Turns of packages that are read and tried. The runner @throws TOO_MANY_UPLOADS when too many wait already. */
export const packageTurns = ({ atOnce = 2, mayWait = 20 }: TurnLimits = {}): Turns =>
  turns(atOnce, { mayWait, refuse: tooManyPackages })
