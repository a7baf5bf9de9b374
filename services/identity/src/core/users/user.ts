import type { Role } from '@typecase/kernel'
import type { Profile } from './profile.ts'

export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly role: Role
  readonly profile: Profile
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Starts at 1. Each change increments it. */
  readonly revision: number
}

/** A user with the password hash, which never leaves the service. */
export interface Account extends User {
  readonly passwordHash: string
  /** True while the account has the password that the first start generated. */
  readonly hasGeneratedPassword: boolean
}
