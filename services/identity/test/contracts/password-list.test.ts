import { describe } from 'vitest'
import { memoryCommonPasswords } from '../../src/adapters/memory/password-list.ts'
import { zxcvbnCommonPasswords } from '../../src/adapters/zxcvbn/password-list.ts'
import { commonPasswordsContract } from './password-list.contract.ts'

describe('the short list', () => commonPasswordsContract(memoryCommonPasswords))

describe('the list of zxcvbn', () => commonPasswordsContract(zxcvbnCommonPasswords))
