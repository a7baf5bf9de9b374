import type { CommonPasswords } from '../../core/ports.ts'

/** How many of the list's passwords, most used first, are refused. Those of 8 characters and more are 7,300. */
const refused = 20_000

/** The list of the package, read with the first question. */
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
  return new Set(dictionary['passwords-common'].slice(0, refused))
}
