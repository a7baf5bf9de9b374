import { nestsTooDeep } from '@typecase/kernel'
import { hostileMarkdown, longestBody } from '@typecase/testing/hostile-markdown'
import { expect, it } from 'vitest'
import { searchWords } from '../../core/search.ts'
import { markup } from './markup.ts'

const text = (markdown: string) => markup().plainText(markdown, 1000)

it.each([
  [
    '# Heading\n\nSome **bold** and *thin* [link](https://x.test) and <b>html</b>.\n\n- one\n- two\n\n`code` ends.',
    'Heading Some bold and thin link and html. one two code ends.',
  ],
  ['a &amp; b 1 < 2 AT&T `<b>` \\*x\\* &copy;', 'a & b 1 < 2 AT&T <b> *x* ©'],
  ['<figure><img src=x alt=y><figcaption>Cap &amp; tion</figcaption></figure>', 'Cap & tion'],
  ['<script>alert(1)</script>\n\n<style>\np{}</style>\n\nafter it', 'after it'],
  [
    'Use the <title> element.\n\n*Next* <textarea> and </script> a<b',
    'Use the <title> element. Next <textarea> and </script> a<b',
  ],
  ['<select><option>\n\nnext', 'next'],
  ['<div title="open>\n\nnext', '<div title="open> next'],
  ['| a | b |\n|---|---|\n| c | **d** |', 'a b c d'],
  ['1. x\n   - y\n\n> quote', 'x y quote'],
  ['![alt](/i.png) [ref][r]\n\n[r]: http://x "t"', 'ref'],
  ['<!-- hidden --> shown', 'shown'],
  ['', ''],
])('reads the text of %j', (markdown, plain) => {
  expect(text(markdown)).toBe(plain)
})

it.each(hostileMarkdown)('reads $name in time', ({ ofLength }) => {
  for (const length of [3_000, 40_000, longestBody]) {
    const source = ofLength(length)
    expect(text(source).length).toBeLessThanOrEqual(1100)
    nestsTooDeep(source)
    searchWords([source])
  }
})

it('splits no character', () => {
  expect(markup().plainText('🎉'.repeat(5000), 101).isWellFormed()).toBe(true)
  expect(text('a\ud800b')).toBe('a\ufffdb')
})
