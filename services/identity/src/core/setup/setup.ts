import type { Account } from '../users/user.ts'

/** How far the first start is. */
export interface Setup {
  readonly finished: boolean
  /** The first administrator while its password is the one that was made up. */
  readonly unclaimed: Account | undefined
}
