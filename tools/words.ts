/** Finds refused words: the words formatted as code in the first column of the table in CONTRIBUTING.md. */

export interface WordError {
  readonly line: number
  readonly word: string
  /** Replacement, from the second column of the table. */
  readonly instead: string
}

const maxSubjectLength = 72

/** Exempt names: JavaScript APIs, and snake_case names of SQL, metrics, proto and environment variables. */
const names = /\b(allSettled|Promise(Settled|Fulfilled)Result|\w*_\w*)\b/g

/** Maps each refused word, in lowercase, to its replacement. @throws Error when the table has none */
export function refusedWords(contributing: string): ReadonlyMap<string, string> {
  const section = contributing.split(/^## Words$/m)[1]?.split(/^## /m)[0] ?? ''
  const rows = [...section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
  const words = rows.flatMap(([, left = '', right = '']) =>
    [...left.matchAll(/`([^`]+)`/g)].map(([, word = '']) => [word.toLowerCase(), right] as const),
  )
  if (words.length === 0) throw new Error('CONTRIBUTING.md has no table of refused words below "## Words"')
  return new Map(words)
}

/** Finds refused words in a text, including parts of camelCase and kebab-case names. */
export function findRefused(text: string, refused: ReadonlyMap<string, string>): WordError[] {
  return text.split('\n').flatMap((line, index) => {
    const plain = ` ${line
      .replaceAll(names, ' ')
      .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ')
      .replaceAll(/[^A-Za-z]+/g, ' ')
      .toLowerCase()} `
    return [...refused].flatMap(([word, instead]) =>
      plain.includes(` ${word} `) ? [{ line: index + 1, word, instead }] : [],
    )
  })
}

/** Errors of a commit subject. */
export function subjectErrors(subject: string, refused: ReadonlyMap<string, string>): string[] {
  const tooLong = `has ${subject.length} characters, at most ${maxSubjectLength} are allowed`
  return [
    ...(subject.length > maxSubjectLength ? [tooLong] : []),
    ...findRefused(subject, refused).map(({ word, instead }) => `uses "${word}"; write ${instead}`),
  ]
}
