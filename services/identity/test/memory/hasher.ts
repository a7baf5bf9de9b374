import type { PasswordHasher } from '../../src/core/ports.ts'

/** Stores passwords in plain text, for tests that are not about hashing. */
export const memoryHasher = (): PasswordHasher => {
  let salt = 0
  return {
    hash: async (password) => `${++salt}$${password}`,
    verify: async (hash, password) => hash?.replace(/^\d+\$/, '') === password,
  }
}
