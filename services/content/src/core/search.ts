/** Words of full-text search: one rule for stored texts and for queries. */

/** UTF-16 units of a text that are searched. */
const scanLimit = 1_000_000
/** Units of all distinct words of an item; in bytes below the limit of the index. */
const wordsLimit = 250_000
const wordLimit = 50
const termLimit = 20

/** The distinct words of some texts, folded: lower case, without marks. */
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
 * The starts of words that an item must have (contract.md#post-filters). Empty when the query has no word.
 */
export function searchTerms(query: string): string[] {
  const terms = runs(query.slice(0, 1000)).flatMap((run) =>
    isUnspaced(run) ? (pairs(run).length > 0 ? pairs(run) : [run]) : [cut(run)],
  )
  return [...new Set(terms)].slice(0, termLimit)
}

/** True when each term is the start of a word. */
export const matches = (words: readonly string[], terms: readonly string[]): boolean =>
  terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)))

// Scripts without spaces between words: every two neighbours count as a word.
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const runForm = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu')
const unspacedForm = new RegExp(`^[${unspaced}]`, 'u')

const runs = (text: string): string[] => folded(text).match(runForm) ?? []

/**
 * Lower case without marks. Separate marks are removed before normalization, which sorts a run of them in
 * quadratic time. Those of decomposed letters are removed before the case changes, because upper case turns
 * the iota below a Greek letter into a letter. Then lower, upper and lower case, because ẞ becomes ß, SS and
 * ss, and ς becomes Σ and σ.
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
