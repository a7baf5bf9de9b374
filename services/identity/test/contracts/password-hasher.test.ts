import { afterAll, beforeAll, describe } from 'vitest'
import { argon2Hasher } from '../../src/adapters/argon2/hasher.ts'
import { memoryHasher } from '../memory/hasher.ts'
import { passwordHasherContract } from './password-hasher.contract.ts'

describe('the memory hasher', () => passwordHasherContract(memoryHasher))

describe('the argon2 hasher', () => {
  const hasher = argon2Hasher({ concurrency: 2 })
  beforeAll(hasher.start)
  afterAll(hasher.stop)
  passwordHasherContract(() => hasher)
})
