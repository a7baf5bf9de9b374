import type { PasswordHasher } from '../../src/core/ports.ts'

/** Stores passwords as they are, for tests that are not about hashing. */
export const memoryHasher = (): PasswordHasher => {
  let salt = 0
  return {
    hash: async (password) => `${++salt}$${password}`,
    verify: async (hash, password) => hash?.replace(/^\d+\$/, '') === password,
  }
}
