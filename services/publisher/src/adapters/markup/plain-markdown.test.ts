import { describe, expect, it } from 'vitest'
import { generator } from '../../../test/support/random-edits.ts'
import { markdownParser } from './markdown-parser.ts'
import { plainMarkdown } from './plain-markdown.ts'

const heading = (html: string, depth: number) => `<h${depth}>${html}</h${depth}>\n`
/** What knows all of Markdown. */
const oracle = markdownParser({ heading, html: (source) => source, escapesAllText: () => false })

const plain = (source: string) =>
  plainMarkdown(source, {
    inline: (text) => oracle.parseInline(text, { async: false }),
    heading,
  })

describe('plain Markdown comes to what a whole parser makes of it', () => {
  it.each([
    '# One\nText "quoted", it\'s so: (a) 1 > 0; b/c #3 100%\n\n## Two *x* `y`\n\n### Three',
    'One **two** *three* __four__ _five_.\nSix (*seven*), `a < b && "c"`!',
    '[a](/b) [c d](https://e.test/f_g?h=1#i) ![j](/k.png) ![](#l)',
    '- a\n- **b** c\n- `d`\n\nText\n\n1. a\n2. b\n\nText\n\n7. c\n8. d',
    '> a\n> *b*\n\n---\n\n***\n\n___',
    '```\na\n\n  b <c>\n```\n\n```ts\nx = "&amp;"\n\n```',
    '| a | b | c | d |\n|---|:-:|:--|--:|\n| 1 | **2** |  | [4](/4) |\n|5|6|7|8|',
    '日本語 ünï 👍 **x** “quoted” – a\u00a0b',
    'a\r\nb\r\n\r\nc',
    'See https://a.test, a@b.test, snake_case, 2 * 3 &amp; <b>x</b>, a\\*b, ~~c~~ [d]',
    '',
  ])('%j', (source) => {
    const html = plain(source)
    expect(html).toBeDefined()
    expect(html).toBe(oracle.parse(source))
  })
})

describe('what may mean more has no answer', () => {
  it.each([
    '- a\n\n- b',
    '- a\n  b',
    '- a\nb',
    '- [ ] a',
    '- - a',
    '- a\n\n  b',
    '- a\n\n* b',
    '1) a',
    '    code',
    ' a',
    'a ',
    'a  \nb',
    'a\n---',
    'a\n===',
    'a | b\n--|--\n1 | 2',
    '[a]: /b\n\n[a]',
    '<div>x</div>',
    '# a #',
    '#a',
    '~~~\na\n~~~',
    '```\na',
    '````\na\n````',
    '```\n```',
    '> a\nb',
    '> - a',
    '>a',
    '> a\u2028> b',
    '> a\u2029>',
    '|a|b|\n|-|-|\n|1|',
    '|a|\n|-|\n|`|`|',
    '|a|\n|\u00a0-\u00a0|\n|b|',
    '|a|\n|\v-|',
    'a <a href="/x"> b\n\nsee http://foo.com/',
    '# one <A name="x">\n\nSee www.foo.com',
    '* * *',
    'a\n# b',
    'a\n- b',
    'a\n> b',
    'a\n```\nb\n```',
  ])('%j', (source) => {
    expect(plain(source)).toBeUndefined()
  })
})

const parts = [
  ...[
    'a',
    'word',
    'B2',
    ' ',
    ' ',
    ' ',
    '\n',
    '\n',
    '\n\n',
    '*',
    '**',
    '_',
    '__',
    '`',
    '``',
    '[',
    ']',
    '(',
    ')',
    '](',
    '](/x)',
    '!',
    '<',
    '>',
  ],
  ...[
    '[a](/b)',
    '![a](/b)',
    '[a](https://x.y/z)',
    '[a b](#c)',
    '&',
    '&amp;',
    '"',
    "'",
    '\\',
    '|',
    '-',
    '--',
    '---',
    '+',
    '=',
    '===',
    '#',
    '# ',
  ],
  ...['## x', '1.', '1. ', '2) ', '- ', '* ', '> ', '```', '```js\n', '~~', '~', ':', '://', 'http', 'www.', '@', 'a@b.c', '  \n', '\t'],
  ...[
    '| a | b |\n',
    '|---|:-:|\n',
    '.',
    ',',
    '日',
    'é',
    '\u00a0',
    '[ ] ',
    '[x] ',
    '^',
    '0',
    '123456789',
    '\r\n',
    '- a\n- b\n',
    '1. a\n2. b\n',
  ],
  ...['**x**', '*y*', '_z_', '`c`', '> q\n', '***', '___', '\u2028', '\ufeff', '\v'],
  ...['> q\u2028', '\u2028>', '\u2029> ', '\u2029'],
  ...['<a href="/x">', '<A b>', '</a>', '|\u00a0-|\n', '| a |\n|-|\n', 'http://x.y', '<b>', '<code>', '</code>'],
]

it.each([1, 2, 3, 4])('random texts are taken for nothing else, those of seed %d', (seed) => {
  const next = generator(seed)
  let taken = 0
  for (let n = 0; n < 25_000; n++) {
    const source = Array.from({ length: 1 + next(seed * 8) }, () => parts[next(parts.length)]).join('')
    const html = plain(source)
    if (html === undefined) continue
    taken += 1
    if (html !== oracle.parse(source)) expect({ source, html }).toEqual({ source, html: oracle.parse(source) })
  }
  expect(taken).toBeGreaterThan(1_000)
})

it('takes a time that grows with the length alone', () => {
  for (const unit of ['- a\n\ntext\n\n', '```\n', '| a |\n', '**a ', '[a](', '`a', '> a\n', '_a_ ', '![a'])
    for (const length of [200_000, 400_000]) {
      const began = process.cpuUsage()
      plainMarkdown(unit.repeat(length / unit.length), { inline: () => '', heading: () => '' })
      const { user, system } = process.cpuUsage(began)
      expect({ unit, slow: user + system > 2_000_000 }).toEqual({ unit, slow: false })
    }
})
