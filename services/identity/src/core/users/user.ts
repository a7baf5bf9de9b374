import type { Role } from '@typecase/kernel'

export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly role: Role
  readonly createdAt: Date
  readonly updatedAt: Date
  /** 1 at first, one more with each change. */
  readonly revision: number
}

/** A user with what checks the password. Never leaves the service. */
export interface Account extends User {
  readonly passwordHash: string
  /** The password was made up at the first start, and is still that one. */
  readonly isMadeUp: boolean
}
