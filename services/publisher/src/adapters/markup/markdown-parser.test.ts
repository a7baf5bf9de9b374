import { randomRuns } from '@typecase/testing/random-runs'
import { Marked } from 'marked'
import { expect, it } from 'vitest'
import { generator } from '../../../test/support/random-edits.ts'
import { markdownTokens } from './markdown-parser.ts'

const marked = new Marked({ gfm: true })

const lexed = (lexer: (source: string) => unknown, source: string): unknown => {
  try {
    return lexer(source)
  } catch {
    return 'error'
  }
}

const parts = [
  ...[
    'a',
    'B2',
    'word',
    ' ',
    ' ',
    '\n',
    '\n',
    '\n\n',
    '  \n',
    '\n \n',
    '\n\u00a0\n',
    '\t',
    '\u2028',
    '日本',
    '.',
    ',',
  ],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '\\',
    '!',
    '[',
    ']',
    '](/x)',
    '<',
    '>',
    '<b>',
    '</b>',
    '<a href="/x">',
  ],
  ...[
    'www.',
    'a.b',
    'http',
    '://',
    'https://x.y',
    'ftp://z',
    '@',
    'a@b.c',
    'a_b*c@d.e',
    'mailto:',
    'xmpp:',
    '&',
    '&#',
    '&#65;',
  ],
  ...[
    '=',
    '---',
    '\n---',
    '\n===\n',
    '\n  --',
    '|',
    '|a|b|\n',
    '|-|-|\n',
    '\n:-:',
    '\n -|-',
    '- ',
    '> ',
    '1. ',
    '# ',
    '    ',
  ],
]

const texts = randomRuns({ short: 2_000, long: 10_000 })

it(`returns the same tokens as the library marked for ${texts} random texts`, () => {
  const next = generator(7)
  for (let n = 0; n < texts; n += 1) {
    const source = Array.from({ length: 1 + next(12) }, () => parts[next(parts.length)]).join('')
    const expected = lexed((text) => marked.lexer(text), source)
    expect({ source, tokens: lexed((text) => markdownTokens(text, true), source) }).toEqual({
      source,
      tokens: expected,
    })
  }
})
