/** Rules over source text that no linter has. */

export interface FileFault {
  readonly file: string
  /** 0 for the file as a whole. */
  readonly line: number
  readonly message: string
}

const vagueWords = /(^|-)(manager|helpers?|utils?|base|abstract|impl|dto|common)(-|\.|$)/

// Written in two parts, so that this file does not contain them.
const suppressions = [
  ['biome', 'ignore'].join('-'),
  ...['ignore', 'nocheck', 'expect-error'].map((word) => `@ts-${word}`),
  ['eslint', 'disable'].join('-'),
]
const leftOver = /\b(TO[D]O|FIX[M]E)\b/

/** Every fault of one file. `path` is relative to the root, with forward slashes. */
export function checkFile(file: string, text: string): FileFault[] {
  const lines = text.split('\n')
  const faults: FileFault[] = []
  const vague = vagueWords.exec(file.split('/').at(-1) ?? '')
  // Handlebars calls them helpers, so there it is the exact word.
  if (vague && !file.includes('/handlebars/'))
    faults.push({
      file,
      line: 0,
      message: `"${vague[2]}" says nothing: name the file after the one thing inside`,
    })
  for (const [index, line] of lines.entries()) {
    const suppression = suppressions.find((word) => line.includes(word))
    if (suppression)
      faults.push({
        file,
        line: index + 1,
        message: `${suppression} switches a check off: mend the code instead`,
      })
    if (leftOver.test(line))
      faults.push({ file, line: index + 1, message: 'unfinished work: do it, or write it down as an issue' })
  }
  return faults
}
