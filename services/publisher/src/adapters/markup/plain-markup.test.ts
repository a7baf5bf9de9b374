import { Marked } from 'marked'
import sanitize from 'sanitize-html'
import { describe, expect, it } from 'vitest'
import { openUrls, plainText } from './pieces.ts'
import { plainMarkup } from './plain-markup.ts'
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
