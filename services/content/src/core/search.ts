/** Words of full-text search, for stored texts and for queries. */

/** Maximum UTF-16 units to search in a text. */
const scanLimit = 1_000_000
/**
 * Maximum UTF-16 units of all distinct words of an item. In UTF-8 these are at most 750 kB, and a `tsvector`
 * holds 1 MB.
 */
const wordsLimit = 250_000
const wordLimit = 50
const termLimit = 20

/** Distinct words of the texts, folded to lower case without marks. */
export function searchWords(texts: readonly string[]): string[] {
  const words = new Set<string>()
  let size = 0
  for (const text of texts) {
    for (const run of runs(text.slice(0, scanLimit))) {
      for (const word of isUnspaced(run) ? [...pairs(run), lastOf(run)] : [cut(run)]) {
        if (words.has(word)) continue
        size += word.length
        if (size > wordsLimit) return [...words]
        words.add(word)
      }
    }
  }
  return [...words]
}

/**
 * Prefixes that the words of an item must match (contract.md#post-filters). Empty for a query without words.
 */
export function searchTerms(query: string): string[] {
  const terms = runs(query.slice(0, 1000)).flatMap((run) =>
    isUnspaced(run) ? (pairs(run).length > 0 ? pairs(run) : [run]) : [cut(run)],
  )
  return [...new Set(terms)].slice(0, termLimit)
}

/** True when each term is a prefix of a word. */
export const matches = (words: readonly string[], terms: readonly string[]): boolean =>
  terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)))

// Scripts without spaces between words: each pair of neighbouring characters counts as a word.
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const runForm = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu')
const unspacedForm = new RegExp(`^[${unspaced}]`, 'u')

const runs = (text: string): string[] => folded(text).match(runForm) ?? []

/**
 * Folds text to lower case without combining marks.
 * - Removes marks before NFKD, because normalizing a run of marks takes quadratic time.
 * - Removes the marks of decomposed letters before converting to upper case, which would turn an iota
 *   subscript into a letter.
 * - Converts to lower, upper and lower case: ẞ becomes ß, then SS, then ss. Replaces ς by σ.
 */
export const folded = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

const isUnspaced = (run: string): boolean => unspacedForm.test(run)

function pairs(run: string): string[] {
  const letters = [...run]
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}

const lastOf = (run: string): string => [...run].at(-1) ?? run

const cut = (word: string): string =>
  word.length <= wordLimit ? word : [...word].slice(0, wordLimit).join('')
