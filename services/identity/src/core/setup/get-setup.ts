import type { Ports } from '../ports.ts'

export interface SetupState {
  /** The first administrator can still be claimed. */
  readonly claimable: boolean
  readonly finished: boolean
}

/** State of the setup; public. */
export const getSetup =
  ({ store }: Pick<Ports, 'store'>) =>
  async (): Promise<SetupState> => {
    const { finished, unclaimed } = await store.read.setup()
    return { claimable: unclaimed !== undefined && !finished, finished }
  }
