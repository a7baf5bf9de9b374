import type { PasswordHasher } from '../../src/core/ports.ts'

/** Stores passwords without hashing, for other tests. */
export const memoryHasher = (): PasswordHasher => {
  let salt = 0
  return {
    hash: async (password) => `${++salt}$${password}`,
    verify: async (hash, password) => hash?.replace(/^\d+\$/, '') === password,
  }
}
