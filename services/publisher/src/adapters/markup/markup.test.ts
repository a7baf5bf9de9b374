import { describe, expect, it } from 'vitest'
import { bodyHtml } from '../../core/pages/models/body.ts'
import { markedMarkup } from './markup.ts'

const markup = markedMarkup()
const render = async (markdown: string, allowRawHtml: boolean) => {
  const [body] = await markup.render([{ textDigest: markdown, markdown }], { allowRawHtml })
  if (!body || 'error' in body) throw new Error(body?.error)
  return body
}
const html = async (markdown: string, allowRawHtml = false, resolve = (url: string) => url) =>
  bodyHtml(await render(markdown, allowRawHtml), resolve)

describe('Markdown', () => {
  it('becomes HTML with tables, task lists and code', async () => {
    expect(await html('**b** `a <x>`\n\n- [x] done\n\n|a|\n|-|\n|1|\n\n```js\n"<t>"\n```')).toMatch(
      /<strong>b<\/strong> <code>a &lt;x&gt;<\/code>[\s\S]*<input checked disabled type="checkbox" aria-label="done" \/> done[\s\S]*<td>1<\/td>[\s\S]*<code class="language-js">"&lt;t&gt;"/,
    )
  })

  it('labels a task checkbox with its text, and aligns cells with a style', async () => {
    expect(await html('- [ ] say "$&" & <b onclick="x">go</b>')).toMatch(
      /<input disabled type="checkbox" aria-label="say &quot;\$&amp;&quot; &amp; go" \/>/,
    )
    expect(await html('|a|b|\n|-:|:-:|\n|1|2|')).toMatch(
      /<td style="text-align:right">1<\/td>\s*<td style="text-align:center">2<\/td>/,
    )
    expect(
      await html('<table><tr><td style="text-align:right;position:fixed">x</td></tr></table>'),
    ).toContain('<td style="text-align:right">x</td>')
  })

  it('gives headings unique ids', async () => {
    const { headings } = await render('# Hi *you*\n\n## Hi you\n\n## 日本\n\n## !', false)
    expect(headings).toEqual([
      { level: 1, text: 'Hi you', id: 'hi-you' },
      { level: 2, text: 'Hi you', id: 'hi-you-1' },
      { level: 2, text: '日本', id: '日本' },
      { level: 2, text: '!', id: 'section' },
    ])
  })

  it('splits the HTML at every URL', async () => {
    const mark = (url: string) => `[${url}]`
    const source =
      '[a](/x "t") ![b](/y.png)\n\n<img src=\'/z.png\' alt="a > b"> <a title="href=no" href="/q?a=1&amp;b=2">c</a>\n\nText href="/not"'
    expect((await html(source, false, mark)).match(/\[[^\]]*\]/g)).toEqual([
      '[/x]',
      '[/y.png]',
      '[/z.png]',
      '[/q?a=1&amp;b=2]',
    ])
    expect((await html(source, true, mark)).match(/\[[^\]]*\]/g)).toEqual([
      '[/x]',
      '[/y.png]',
      '[/z.png]',
      '[/q?a=1&amp;b=2]',
    ])
  })

  it.each([
    ['a&#1;b&#x7F;c&#xfffe;d &#xe9;', '<p>abcd é</p>\n'],
    [
      '[a](/x&#1;y "b&#2;c") ![d&#3;e](/z&#x1fffe;)',
      '<p><a href="/xy" title="bc">a</a> <img src="/z" alt="de" /></p>\n',
    ],
    ['<b title="x&#1;y">a&#8;b</b>', '<p><b title="xy">ab</b></p>\n'],
    ['`&#1;`', '<p><code>&amp;#1;</code></p>\n'],
    [
      '<b title="&#&#1;1;&#&#1;xfffe;">a&#129;b &#147;c&#148;</b>',
      '<p><b title="\ufffd\ufffd">ab “c”</b></p>\n',
    ],
    ['<!-->&#1;x<b>y&#2;</b>', 'x<b>y</b>'],
  ])('removes forbidden characters that are written as references: %j', async (source, expected) => {
    expect(await html(source)).toBe(expected)
  })

  it.each([
    [
      '[x](//cdn.test/x) ![y](//cdn.test/y.png)',
      '<p><a href="https://cdn.test/x">x</a> <img src="https://cdn.test/y.png" alt="y" /></p>\n',
    ],
    ['<a href=" //cdn.test/x">x</a>', '<p><a href="https://cdn.test/x">x</a></p>\n'],
    ['<a title="t" href="//cdn.test/x">x</a>', '<p><a title="t" href="https://cdn.test/x">x</a></p>\n'],
    ['<a href="/\\evil.test/">x</a> <a href="\\\\evil.test/">y</a>', '<p><a>x</a> <a>y</a></p>\n'],
    ['<a href="//\\evil.test/">x</a> <a href="///evil.test/">y</a>', '<p><a>x</a> <a>y</a></p>\n'],
    ['<a href="//?x">x</a> <a href="//#x">y</a>', '<p><a>x</a> <a>y</a></p>\n'],
    ['<iframe src="//evil.test/embed"></iframe>', '&lt;iframe src="//evil.test/embed"&gt;&lt;/iframe&gt;'],
  ])('resolves protocol-relative URLs as https, and removes unsafe ones: %j', async (source, expected) => {
    expect(await html(source)).toBe(expected)
  })

  it('removes forbidden characters from raw HTML, except in scripts, styles and comments', async () => {
    const script = '<script>const bad = "</style>&#1;", any = /&#x1F;|&#31;/g</script>'
    const style = '<style>a::before { content: "&#1;" }</style>'
    const source = `<div>&#147;a&#148; &#129;b&#1;</div>\n${script}\n${style}\n<!-- &#1; --><i>&#2;c</i><script-x>&#1;</script-x>\n`
    const { excerpt, ...body } = await render(source, true)
    expect(bodyHtml({ excerpt, ...body }, (url) => url)).toBe(
      `<div>&#147;a&#148; b</div>\n${script}\n${style}\n<!-- &#1; --><i>c</i><script-x></script-x>\n`,
    )
    expect(excerpt).toBe('“a” b c')
  })

  it('removes forbidden characters from headings and excerpts', async () => {
    const { headings, excerpt } = await render('# h&#2;i\n\na&#1;b', true)
    expect([headings, excerpt]).toEqual([[{ level: 1, text: 'hi', id: 'hi' }], 'hi ab'])
  })

  it.each([false, true])(
    'decodes character references in the excerpt, with raw HTML allowed: %j',
    async (allowRawHtml) => {
      expect((await render('caf&eacute; &mdash; <b>&copy;</b> &amp;eacute;', allowRawHtml)).excerpt).toBe(
        'café — © &eacute;',
      )
    },
  )

  it('reduces the excerpt to plain text', async () => {
    expect((await render('# A & B\n\nOne *two*\n\n<script>x</script>\n\n- three', true)).excerpt).toBe(
      'A & B One two three',
    )
  })
})

describe('raw HTML (contract.md#raw-html)', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt&#58;alert(1))',
    '[x](data:text/html,alert(1))',
    '![x](data:text/html,alert(1))',
    '<svg onload=alert(1)>',
    '<iframe src="https://evil.example/"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<form action="javascript:alert(1)"><button>x</button></form>',
    '<div style="background:url(javascript:alert(1))">x</div>',
    '<object data="javascript:alert(1)"></object>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<a href="java\nscript:alert(1)">x</a>',
  ])('cannot execute: %j', async (source) => {
    const tags = (await html(source)).match(/<[^>]*>/g) ?? []
    for (const tag of tags) {
      expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(
        /script|\son\w+=|srcdoc|style=|<(svg|math|form|object|iframe|style)/i,
      )
      expect(tag).not.toMatch(/(href|src)="\s*(javascript|data|https:\/\/evil)/i)
    }
  })

  it('can contain figures, and videos of listed hosts', async () => {
    expect(await html('<figure><img src="/a.png" alt="a"><figcaption>c</figcaption></figure>')).toBe(
      '<figure><img src="/a.png" alt="a" /><figcaption>c</figcaption></figure>',
    )
    expect(await html('<iframe src="https://www.youtube-nocookie.com/embed/x" width="3"></iframe>')).toBe(
      '<iframe src="https://www.youtube-nocookie.com/embed/x" width="3"></iframe>',
    )
  })

  const video = '<iframe src="https://www.youtube.com/embed/x"></iframe>'
  it.each([
    ['Use the <title> element.\n\n*Next*', '<p>Use the &lt;title&gt; element.</p>\n<p><em>Next</em></p>\n'],
    [
      'a <script> b < c && d "e" <b>f</b>\n\ng<h',
      '<p>a &lt;script&gt; b &lt; c &amp;&amp; d "e" <b>f</b></p>\n<p>g&lt;h</p>\n',
    ],
    [
      '<script>if (a<b) "<i>"</script>\n\n*n*',
      '&lt;script&gt;if (a&lt;b) "&lt;i&gt;"&lt;/script&gt;<p><em>n</em></p>\n',
    ],
    ['<style>\np > a {}\n\n*still*', '&lt;style&gt;\np &gt; a {}\n\n*still*'],
    [
      '</textarea> a <xmp> <noembed> <noframes> <plaintext> b',
      '<p>&lt;/textarea&gt; a &lt;xmp&gt; &lt;noembed&gt; &lt;noframes&gt; &lt;plaintext&gt; b</p>\n',
    ],
    ['a <option> b\n\nc', '<p>a  b</p>\n<p>c</p>\n'],
    ['<div title="open>\n\n*next*', '&lt;div title="open&gt;<p><em>next</em></p>\n'],
    ['> <!-- open\n\n*next*', '<blockquote>\n</blockquote>\n<p><em>next</em></p>\n'],
    [`a <iframe> b </iframe> c ${video} d`, `<p>a &lt;iframe&gt; b &lt;/iframe&gt; c ${video} d</p>\n`],
    [`a ${video.slice(0, -9)} b\n\nc ${video}`, `<p>a ${video} b</p>\n<p>c ${video}</p>\n`],
    [`a ${video.slice(0, -9)} b\n\nc </iframe>`, `<p>a ${video} b</p>\n<p>c &lt;/iframe&gt;</p>\n`],
  ])('shows raw-text tags as text and keeps everything after them: %j', async (source, expected) => {
    expect(await html(source)).toBe(expected)
  })

  it('shows raw-text elements in headings and excerpts', async () => {
    const { headings, excerpt } = await render(
      '# The <title> element\n\nand <iframe src="https://evil.test/">',
      false,
    )
    expect(headings).toEqual([{ level: 1, text: 'The <title> element', id: 'the-title-element' }])
    expect(excerpt).toBe('The <title> element and <iframe src="https://evil.test/">')
  })

  it.each([
    '<title> ',
    '<script',
    '</style> ',
    '<iframe src="https://www.youtube.com/embed/x"> ',
    '</iframe> ',
    '<div title="',
  ])('grows linearly with the length of the source: %j', async (unit) => {
    const length = async (count: number) => (await html(unit.repeat(count))).length
    expect(await length(400)).toBeLessThan(2.5 * (await length(200)))
  })

  it.each([false, true])(
    'decodes every named entity in addresses, with raw HTML allowed: %j',
    async (allowRawHtml) => {
      const { urls } = await render(
        '<a href="/caf&eacute;/?a=1&amp;copy=2">x</a> <img src="/&ouml;.png" alt="">',
        allowRawHtml,
      )
      expect(urls).toEqual(['/café/?a=1&copy=2', '/ö.png'])
    },
  )

  it('is unchanged if the setting allows it', async () => {
    expect(await html('<script>a("<b>")</script><p onclick="x">y</p>', true)).toBe(
      '<script>a("<b>")</script><p onclick="x">y</p>',
    )
  })
})
