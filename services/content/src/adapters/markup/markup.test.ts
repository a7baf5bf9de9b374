import { expect, it } from 'vitest'
import { markup } from './markup.ts'

const text = (markdown: string) => markup().plainText(markdown, 1000)

it.each([
  [
    '# Heading\n\nSome **bold** and *thin* [link](https://x.test) and <b>html</b>.\n\n- one\n- two\n\n`code` ends.',
    'Heading Some bold and thin link and html. one two code ends.',
  ],
  ['a &amp; b 1 < 2 AT&T `<b>` \\*x\\* &copy;', 'a & b 1 < 2 AT&T <b> *x* ©'],
  ['<figure><img src=x alt=y><figcaption>Cap &amp; tion</figcaption></figure>', 'Cap & tion'],
  ['<script>alert(1)</script>\n\nafter <style>p{}</style> it', 'after it'],
  ['| a | b |\n|---|---|\n| c | **d** |', 'a b c d'],
  ['1. x\n   - y\n\n> quote', 'x y quote'],
  ['![alt](/i.png) [ref][r]\n\n[r]: http://x "t"', 'ref'],
  ['<!-- hidden --> shown', 'shown'],
  ['', ''],
])('reads the text of %j', (markdown, plain) => {
  expect(text(markdown)).toBe(plain)
})

it('reads what is no prose as plain text, in time', () => {
  for (const hostile of [
    '>'.repeat(50_000),
    '_a__'.repeat(20_000),
    '- '.repeat(20_000),
    '['.repeat(50_000),
    '<'.repeat(50_000),
    `${'1. '.repeat(20_000)}a`,
  ]) {
    const begun = performance.now()
    expect(text(hostile)).toBeTypeOf('string')
    expect(performance.now() - begun).toBeLessThan(2000)
  }
})

it('never gives half a character', () => {
  expect(markup().plainText('🎉'.repeat(5000), 101).isWellFormed()).toBe(true)
  expect(text('a\ud800b')).toBe('a\ufffdb')
})
