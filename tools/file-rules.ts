/** Rules for source files, in addition to those of the linter. */

export interface FileError {
  readonly file: string
  /** 0 if the error concerns the whole file. */
  readonly line: number
  readonly message: string
}

const vagueWords = /(^|-)(manager|helpers?|utils?|base|abstract|impl|dto|common)(-|\.|$)/

// The words are joined at run time, so that this file passes the check.
const suppressions = [
  ['biome', 'ignore'].join('-'),
  ...['ignore', 'nocheck', 'expect-error'].map((word) => `@ts-${word}`),
  ['eslint', 'disable'].join('-'),
]
const leftOver = /\b(TO[D]O|FIX[M]E)\b/

/** `file` is relative to the root, with forward slashes. */
export function checkFile(file: string, text: string): FileError[] {
  const lines = text.split('\n')
  const errors: FileError[] = []
  const vague = vagueWords.exec(file.split('/').at(-1) ?? '')
  // Handlebars calls its functions helpers.
  if (vague && !file.includes('/handlebars/'))
    errors.push({
      file,
      line: 0,
      message: `"${vague[2]}" has no meaning: name the file after the one thing inside`,
    })
  for (const [index, line] of lines.entries()) {
    const suppression = suppressions.find((word) => line.includes(word))
    if (suppression)
      errors.push({
        file,
        line: index + 1,
        message: `${suppression} suppresses a check: fix the code instead`,
      })
    if (leftOver.test(line))
      errors.push({ file, line: index + 1, message: 'unfinished work: finish it or open an issue' })
  }
  return errors
}

const proseColumns = 110

/** Lines of Markdown prose that are too long. Tables, code, links and images are exempt. */
export function checkProse(file: string, text: string): FileError[] {
  let inCode = false
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) inCode = !inCode
    const exempt = inCode || /^\s*(```|\||<|!\[|- \[[^\]]*\]\([^)]*\)$)/.test(line)
    if (exempt || line.length <= proseColumns) return []
    return [{ file, line: index + 1, message: `${line.length} columns: wrap prose at ${proseColumns}` }]
  })
}
