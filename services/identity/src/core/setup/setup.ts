import type { Account } from '../users/user.ts'

export interface Setup {
  readonly finished: boolean
  /** The first administrator, while the account has its generated password. */
  readonly unclaimed: Account | undefined
}
