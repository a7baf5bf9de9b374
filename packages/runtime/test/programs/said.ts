import { parseEnv } from 'node:util'

interface Said {
  readonly words: readonly string[]
}

export const said = (words: Said['words']): string => `${words.join(' ')} ${Object.keys(parseEnv('A=1'))}`
