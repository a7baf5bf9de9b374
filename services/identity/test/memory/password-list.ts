import type { CommonPasswords } from '../../src/core/ports.ts'

/** A short list for tests. */
export const memoryCommonPasswords = (): CommonPasswords => {
  const list = new Set(['password', 'password1', '12345678', 'qwertyuiop', 'iloveyou'])
  return { isCommon: async (password) => list.has(password.toLowerCase()) }
}
