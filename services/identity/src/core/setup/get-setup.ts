import type { Ports } from '../ports.ts'

export interface SetupState {
  /** True while the first administrator can be claimed. */
  readonly claimable: boolean
  readonly finished: boolean
}

/** State of the setup, also for anonymous callers. */
export const getSetup =
  ({ store }: Pick<Ports, 'store'>) =>
  async (): Promise<SetupState> => {
    const { finished, unclaimed } = await store.read.setup()
    return { claimable: unclaimed !== undefined && !finished, finished }
  }
