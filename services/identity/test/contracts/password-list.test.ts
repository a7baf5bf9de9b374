import { describe } from 'vitest'
import { zxcvbnCommonPasswords } from '../../src/adapters/zxcvbn/password-list.ts'
import { memoryCommonPasswords } from '../memory/password-list.ts'
import { commonPasswordsContract } from './password-list.contract.ts'

describe('the short list', () => commonPasswordsContract(memoryCommonPasswords))

describe('the list of zxcvbn', () => commonPasswordsContract(zxcvbnCommonPasswords))
