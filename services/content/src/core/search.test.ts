import { expect, it, onTestFinished } from 'vitest'
import { matches, searchTerms, searchWords } from './search.ts'

const finds = (query: string, text: string) => matches(searchWords([text]), searchTerms(query))

it.each([
  ['Gärtner über Straße', 'strasse', 'STRASSE', 'straße', 'STRAẞE', 'gartner', 'stra'],
  ['GROSSE STRASSE', 'große', 'Straße'],
  ['MAẞE', 'masse', 'maße'],
  ['İstanbul ve Işık', 'istanbul', 'ISTANBUL', 'İSTANBUL', 'ışık', 'IŞIK', 'isik'],
  ['κόσμος', 'ΚΟΣΜΟΣ', 'κοσμοσ', 'κος', 'ΚΟΣ', 'κόσ'],
  ['ΟΔΟΣ', 'οδός', 'οδοσ'],
  ['ᾳδω', 'αδω', 'ΑΔΩ'],
  ['ﬁnal ﬃ Ⅻ', 'final', 'FINAL', 'ffi', 'xii'],
  ['ŉ ǆ ſeit', 'ʼn', 'DŽ', 'seit'],
])('in %s every way of writing is found', (text, ...queries) => {
  for (const query of queries) expect([query, finds(query, text)]).toEqual([query, true])
})

it('ignores the case of letters in any script', () => {
  const unlike: string[] = []
  for (let code = 0; code <= 0x10_ff_ff; code++) {
    const letter = String.fromCodePoint(code)
    // The iota below a Greek letter is a mark until capitals make it a letter.
    if (!/\p{L}/u.test(letter) || letter.normalize('NFD').includes('\u0345')) continue
    const [word] = searchWords([letter])
    if (searchWords([letter.toUpperCase()])[0] !== word || searchWords([letter.toLowerCase()])[0] !== word)
      unlike.push(letter)
  }
  expect(unlike).toEqual([])
})

it('does not normalize runs of marks because that takes quadratic time', () => {
  const sizes: number[] = []
  const normalize = String.prototype.normalize
  String.prototype.normalize = function (form) {
    sizes.push(/\p{M}*/u.exec(this.toString())?.[0].length ?? 0)
    return normalize.call(this, form)
  }
  onTestFinished(() => {
    String.prototype.normalize = normalize
  })
  expect(searchWords([`${'\u0301\u0316'.repeat(499_000)}a`])).toEqual(['a'])
  expect(sizes).toEqual([0])
})
