/** True if a NATS pattern matches the subject: `*` matches one word, a final `>` matches one or more. */
export function subjectMatches(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.')
  const words = subject.split('.')
  if (wanted.at(-1) === '>') {
    const head = wanted.slice(0, -1)
    return words.length > head.length && head.every((word, i) => word === '*' || word === words[i])
  }
  return wanted.length === words.length && wanted.every((word, i) => word === '*' || word === words[i])
}

export const matchesAny = (patterns: readonly string[], subject: string): boolean =>
  patterns.some((pattern) => subjectMatches(pattern, subject))

/** One pattern that covers all given ones: their common first words, then `>`; a single pattern unchanged. */
export function commonSubject(patterns: readonly string[]): string {
  const [first, ...rest] = patterns.map((pattern) => pattern.split('.'))
  if (first === undefined) throw new TypeError('A consumer needs at least one subject')
  if (rest.length === 0) return first.join('.')
  const shortest = Math.min(first.length, ...rest.map((words) => words.length)) - 1
  const differs = first.findIndex((word, i) => i >= shortest || rest.some((words) => words[i] !== word))
  return [...first.slice(0, differs), '>'].join('.')
}
