import type { CommonPasswords } from '../../core/ports.ts'

/** This many of the most used passwords are rejected. 7,300 of them have 8 or more characters. */
const rejectedCount = 20_000

/** The list of the zxcvbn package, loaded on first use. */
export function zxcvbnCommonPasswords(): CommonPasswords {
  let list: Promise<ReadonlySet<string>> | undefined
  return {
    async isCommon(password) {
      list ??= read()
      return (await list).has(password.toLowerCase())
    },
  }
}

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, rejectedCount))
}
