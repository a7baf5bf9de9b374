import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findRefused, refusedWords, subjectErrors } from './words.ts'

const refused = refusedWords(`# Contributing

| \`outside\` | the section |
|---|---|

## Words

| not | but |
|---|---|
| \`wibble\`, \`wibbled\`, wobble | ripple |
| \`of yore\` | earlier |

## Next

| \`later\` | another section |
`)
const wordsIn = (text: string) => findRefused(text, refused).map(({ word }) => word)

describe('the refused words', () => {
  it('are those in code formatting in the table of CONTRIBUTING.md', () => {
    expect([...refused]).toEqual([
      ['wibble', 'ripple'],
      ['wibbled', 'ripple'],
      ['of yore', 'earlier'],
    ])
    const contributing = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8')
    expect(refusedWords(contributing).size).toBeGreaterThan(20)
    expect(() => refusedWords('## Words\n\nnone\n')).toThrow('no table of refused words')
  })

  it.each([
    ['a comment', '// The Wibble is late.', ['wibble']],
    ['a camelCase name', 'const isWibbledHere = wibbleOf(x)', ['wibble', 'wibbled']],
    ['a file name', "import './page-wibble.ts'", ['wibble']],
    ['two words', 'as in days of yore', ['of yore']],
  ])('are found in %s', (_, text, words) => {
    expect(wordsIn(text)).toEqual(words)
  })

  it.each([
    ['longer words', 'wibbler unwibbled'],
    ['snake_case names, which are public contracts', 'typecase_wibble_total wibbled_at WIBBLE_URL'],
    ['words that only reviewers judge', 'wobble'],
  ])('are not found in %s', (_, text) => {
    expect(wordsIn(text)).toEqual([])
  })

  it('are reported with line and replacement', () => {
    expect(findRefused('fine\nwibble', refused)).toEqual([{ line: 2, word: 'wibble', instead: 'ripple' }])
  })

  it('may occur in the names of JavaScript APIs', () => {
    const settled = refusedWords('## Words\n\n| `settled` | completed |\n')
    const text = 'await Promise.allSettled(x) as PromiseSettledResult<void>[]'
    expect(findRefused(text, settled)).toEqual([])
    expect(findRefused('isSettled', settled)).toHaveLength(1)
  })
})

describe('a commit subject', () => {
  it('has at most 72 characters and no refused word', () => {
    expect(subjectErrors('x'.repeat(72), refused)).toEqual([])
    expect(subjectErrors(`Wibble ${'x'.repeat(66)}`, refused)).toEqual([
      'has 73 characters, at most 72 are allowed',
      'uses "wibble"; write ripple',
    ])
  })
})
