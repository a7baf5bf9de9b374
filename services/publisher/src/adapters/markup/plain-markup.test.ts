import { Marked } from 'marked'
import sanitize from 'sanitize-html'
import { describe, expect, it } from 'vitest'
import { openUrls } from './open-urls.ts'
import { plainMarkup } from './plain-markup.ts'
import { plainText } from './plain-text.ts'
import { renderBody } from './render-body.ts'
import { safeList } from './safe-list.ts'

const marked = new Marked({ gfm: true, async: false })
const bySanitizer = (html: string) => {
  const safe = sanitize(html, safeList)
  return { ...openUrls(safe), text: plainText(safe) }
}

describe('HTML that Markdown alone made', () => {
  it.each([
    'Plain *em* **strong** ~~gone~~ `code "x" <b>`',
    '# A & B\n\n## "Quotes" and it\'s\n\nnext',
    '[a](/x?a=1&b=2 "it\'s a \\"title\\"") [b](https://x.test/ü#y) [c](#top) [d](mailto:a@b.test)',
    '- one\n- two\n  1. three\n  2. four\n\n7. seven\n8. eight',
    '> quote\n> goes on\n\n```js\nconst a = b < c && "d"\n```\n\n    indented',
    '|a|b|c|\n|:-|:-:|-:|\n|1|**2**|<3|',
    'one\ntwo\n\nthree &amp; four &lt;b&gt; 5 < 6 > 4',
    '# *x* `y`\n\n日本語 ünï 👍',
  ])('is read as the sanitizer would write it: %j', (source) => {
    const html = marked
      .parse(source, { async: false })
      .replace(/ align="(\w+)"/g, ' style="text-align:$1"')
      .replace(/<h(\d)>/g, '<h$1 id="x">')
    const plain = plainMarkup(html)
    expect(plain).toBeDefined()
    expect(plain).toEqual(bySanitizer(html))
  })

  it('with an image is the same too', () => {
    const html = '<p><img src="/a.png?b=1&amp;c" alt="it&#39;s &quot;x&quot;" title="t" /> a<br />b</p>\n<hr />\n'
    expect(plainMarkup(html)).toEqual(bySanitizer(html))
  })
})

it('is every tag of those that Markdown makes, and its text has one blank where white space was', () => {
  const white = [' ', '  ', '\n', ' \n', '\n ', '\t', '\u00a0', ' \u3000 ', '\r\n\r\n'].map((space, n) => `${n}${space}x`).join('')
  const html = `<p>${white}</p> \n\t<ul>\n<li>a</li>\n<li><del>b</del></li></ul><table><thead><tr><th>c</th></tr></thead>
    <tbody><tr><td>d</td></tr></tbody></table><ol start="2"><li><em>e</em></li></ol><h6 id="f">f</h6><blockquote><p><a href="/g">g</a></p></blockquote>`
  expect(plainMarkup(html)).toEqual(bySanitizer(html))
  expect(plainMarkup(html)?.text).toBe('0 x1 x2 x3 x4 x5 x6 x7 x8 x a b c d e f g')
})

/** Short names are found by their signs. */
it.each(Array.from('abcdefghijklmnopqrstuvwxyz>/0 '))('no other tag of one sign or two begins with %j', (first) => {
  const known = new Set(['p', 'em', 'ul', 'ol', 'li', 'tr', 'th', 'td'])
  for (const second of ['', ...'abcdefghijklmnopqrstuvwxyz1234567/< é']) {
    const name = first + second
    const html = `<${name}>x</${name}>`
    expect([name, plainMarkup(html) !== undefined]).toEqual([name, known.has(name)])
  }
})

describe('any other HTML has no answer here', () => {
  it.each([
    '<p>a</p><script>x</script>',
    '<p onclick="x">a</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="//evil.test/">x</a>',
    '<a href="/\\evil.test/">x</a>',
    '<a href="jAvAsCrIpT&#58;x">x</a>',
    '<a href="/x" target="_blank">x</a>',
    '<a href="x:y">x</a>',
    '<img src="data:image/svg+xml,x" alt="" />',
    '<img src="/x" onerror="y" />',
    '<img src="/x" alt="a" onerror="y" />',
    '<p>&nbsp;</p>',
    '<p>&#x6a;</p>',
    '<p><em>a</p></em>',
    '<p>a',
    'a</p>',
    '<div>x</div>',
    '<P>x</P>',
    '<p >x</p>',
    '<p><!-- x --></p>',
    '<code class="language-js evil">x</code>',
    '<td style="text-align:left;position:fixed">x</td>',
    '<h2 id="a" id="b">x</h2>',
    '<p>a <',
    '<svg><p>x</p></svg>',
  ])('%j', (html) => {
    expect(plainMarkup(html)).toBeUndefined()
  })
})

it('a body is the same whether or not its author wrote HTML elsewhere in it', () => {
  const source = '![it\'s "x"](/a.png "t")\n\n***\n\na  \nb "quoted" [l](/b?c=1&d "e")\n\n# T\n\n`a "b"`\n\n'
  const [plain, mixed] = [renderBody(source, false), renderBody(`${source}<kbd>k</kbd>`, false)]
  if ('fault' in plain || 'fault' in mixed) throw new Error('not rendered')
  expect(mixed.html.toString()).toBe(`${plain.html.toString()}<p><kbd>k</kbd></p>\n`)
  expect(mixed.facts).toMatchObject({ urls: plain.facts.urls, headings: plain.facts.headings })
})

describe('a body comes to the same whichever way it goes', () => {
  /** A sign that the way without the sanitizer has no answer for. */
  const slow = '&copy;'
  const alphabet = [
    ...['a', ' ', '\n', '\n\n', '**b**', '_c_', '`d`', '~~e~~', '# f\n', '> g\n', '- h\n', '1. i\n', '***\n', '|a|b|\n|-|:-:|\n|1|2|\n'],
    ...[
      '[x](/y)',
      '[x](/y "t")',
      '[x](mailto:a@b.c)',
      '![x](/y.png)',
      '![x](mailto:a@b.c)',
      '![](x.png "t")',
      '![x](#y)',
      '![x](//h/y)',
      '[x](//h/y)',
    ],
    ...[
      '[x](javascript:y)',
      '![x](data:z)',
      'https://x.test/a',
      '<https://x.test>',
      '[<https://x.test>](/y)',
      '&lt;b>',
      '&amp;',
      'it\'s "q"',
      '\\<p>',
      '- [x] t\n',
    ],
    ...[
      '<hr />',
      '<br />',
      '<p>',
      '</p>',
      '<em>',
      '</em>',
      '<a href="/x">',
      '<a href="/x" alt="y">',
      '</a>',
      '<h2 id="">',
      '</h2>',
      '<h2 id="same">',
    ],
    ...[
      '<img src="/a">',
      '<img src="/a" alt="" title="" />',
      '<a href="/x" />',
      '<table>',
      '<td>',
      '<code class="language-js">',
      '<ol start="2">',
      '<li>',
    ],
  ]

  it('as sanitizing makes it, for texts with HTML of their own and without', () => {
    let state = 11
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    for (let n = 0; n < 4_000; n++) {
      const source = Array.from({ length: 1 + next(7) }, () => alphabet[next(alphabet.length)]).join('')
      const [quick, checked] = [source, `${slow}\n\n${source}`].map((text) => {
        const body = renderBody(text, false)
        return 'fault' in body ? body.fault : { urls: body.facts.urls, html: Buffer.from(body.html).toString() }
      })
      if (typeof quick !== 'object' || typeof checked !== 'object') throw new Error(`${JSON.stringify(source)} is not rendered`)
      expect(quick.urls, source).toEqual(checked.urls)
      expect(`<p>\u00a9</p>\n${quick.html}`.trim(), source).toBe(checked.html.trim())
    }
  })
})
