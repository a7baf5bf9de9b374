import { describe, expect, test } from 'vitest'
import { removalOf, withEdits } from '../../core/references/embedded-image.ts'
import { embeddedImages } from './embedded-images.ts'
import { writable } from './plain-image.ts'

const url = '/images/a-1.png'
const images = (body: string) => embeddedImages(body).map(writable)
const sources = (body: string) => images(body).map(({ src }) => src)
const cleaned = (body: string) =>
  withEdits(
    body,
    removalOf(images(body), ({ src }) => src === url),
  )
const withAlt = (body: string, alt: string) =>
  withEdits(
    body,
    images(body).map((image) => ({ ...image.alt.range, text: image.alt.write(alt) })),
  )

test.each(['<i>', '<div>\n', '<figure><figcaption>'])(
  'reads HTML that nests %j deeper than the call stack allows',
  (opening) => {
    expect(sources(`${opening.repeat(20_000)}<img src="${url}">`)).toEqual([url])
  },
)

describe('recognizes as an image', () => {
  test.each([
    ['a Markdown image', `Text ![alt](${url}) text`],
    ['a Markdown image with a title', `![alt](${url} "A title")`],
    ['a Markdown image in angle brackets', `![alt](<${url}>)`],
    ['a reference-style image', `![alt][pic]\n\n[pic]: ${url}\n`],
    ['a collapsed reference', `![pic][]\n\n[pic]: ${url}\n`],
    ['a shortcut reference', `![Pic]\n\n[pIC]: ${url}\n`],
    ['an HTML img in a paragraph', `Text <img src="${url}"> text`],
    ['an HTML img in a block', `<p><IMG alt=x SRC='${url}'/></p>`],
    ['an HTML img over several lines', `<img\n  alt="x"\n  src="${url}">`],
    ['an HTML img in a quote', `> <div><img\n> alt="x"\n> src="${url}"></div>`],
    ['an HTML img in a list', `- item\n\n  <div>\n  <img src="${url}">\n  </div>`],
    ['an HTML img with entities', `<img src="&#47;images/a-1.png">`],
    ['a figure', `<figure>\n<img src="${url}">\n<figcaption>Cap</figcaption>\n</figure>`],
    ['a Markdown image in a table', `| a |\n| - |\n| ![x](${url}) |`],
    ['a Markdown image in HTML blocks', `<div>\n\n![x](${url})\n\n</div>`],
    ['an image in CRLF text', `a\r\n\r\n![x](${url})\r\n`],
  ])('%s', (_, body) => {
    expect(sources(body)).toEqual([url])
  })
})

describe('does not recognize as an image', () => {
  test.each([
    ['a link', `[alt](${url})`],
    ['an HTML link', `<a href="${url}">x</a>`],
    ['plain text', `The file ${url} is nice`],
    ['code', `\`![x](${url})\``],
    ['a code block', `\`\`\`\n![x](${url})\n<img src="${url}">\n\`\`\``],
    ['an indented code block', `    ![x](${url})`],
    ['an HTML comment', `<!-- ![x](${url}) <img src="${url}"> -->`],
    ['a comment over blank lines', `<!--\n\n![x](${url})\n\n-->`],
    ['an unused definition', `[pic]: ${url}`],
    ['an escaped image', `\\!\\[x](${url})`],
    ['HTML in a script', `<script>"<img src='${url}'>"</script>`],
    ['HTML in a text area', `<textarea><img src="${url}"></textarea>`],
    ['Markdown within an HTML block', `<div>\n![x](${url})\n</div>`],
  ])('%s', (_, body) => {
    expect(sources(body)).toEqual([])
  })
})

describe('removal keeps all other bytes', () => {
  test.each([
    ['a Markdown image', `Before ![alt](${url}) after`, 'Before  after'],
    ['an image with brackets in its text', `a ![x [y] \\] z](${url} "T") b`, 'a  b'],
    ['an HTML img', `<p>Before <img class="a" src="${url}" alt="x"> after</p>`, '<p>Before  after</p>'],
    ['a figure', `B\n\n<figure><img src="${url}"><figcaption>Cap</figcaption></figure>\n\na`, 'B\n\n\n\na'],
    [
      'a figure around Markdown',
      `<figure>\n\n![x](${url})\n\n<figcaption>C</figcaption>\n</figure>\n\nEnd`,
      '\n\nEnd',
    ],
    ['a linked image', `B [![alt](${url})](https://example.test/a) a`, 'B  a'],
    ['an image linked by reference', `B [![alt](${url})][l] a\n\n[l]: /x`, 'B  a\n\n[l]: /x'],
    ['an image linked in HTML', `<p><a href="/x"> <img src="${url}"> </a>.</p>`, '<p>.</p>'],
    ['a Markdown image linked in HTML', `B <a href="/x">![x](${url})</a> a`, 'B  a'],
    ['a link with additional text', `[see ![x](${url})](/a)`, '[see ](/a)'],
    ['a link with two images', `[![x](${url})![y](/images/b.png)](/a)`, '[![y](/images/b.png)](/a)'],
    [
      'a figure with another file',
      `<figure><img src="${url}"><img src="/images/b.png"></figure>`,
      '<figure><img src="/images/b.png"></figure>',
    ],
    ['a figure with the file twice', `<figure><img src="${url}"><img src="${url}"></figure>.`, '.'],
    ['a figure that is never closed', `<figure><img src="${url}">\n\nText`, '<figure>\n\nText'],
    [
      'a reference-style image',
      `B ![alt][pic] a\n\n[pic]: ${url} "T"\n\nEnd`,
      `B  a\n\n[pic]: ${url} "T"\n\nEnd`,
    ],
    ['an image after a byte order mark', `\ufeff![alt](${url}) a`, '\ufeff a'],
    [
      'a figure after a byte order mark',
      `\ufeff<figure><img src="${url}"><figcaption>C</figcaption></figure>.`,
      '\ufeff.',
    ],
    ['several images', `![1](${url})![b](/images/b.png)![2](${url})`, '![b](/images/b.png)'],
    ['characters outside the BMP', `😀 ![😀](${url}) 😀`, '😀  😀'],
  ])('%s', (_, body, expected) => {
    expect(cleaned(body)).toBe(expected)
  })
})

describe('a new alt text', () => {
  test.each([
    ['Markdown', `![old](${url} "title")`, `![new](${url} "title")`],
    ['Markdown with brackets', `![a [b] \\] c](${url})`, `![new](${url})`],
    ['a link', `[![old](${url})](/x)`, `[![new](${url})](/x)`],
    ['a full reference', `![old][pic]\n\n[pic]: ${url}`, `![new][pic]\n\n[pic]: ${url}`],
    ['a collapsed reference', `![pic][]\n\n[pic]: ${url}`, `![new][pic]\n\n[pic]: ${url}`],
    ['a shortcut reference', `![pic]\n\n[pic]: ${url}`, `![new][pic]\n\n[pic]: ${url}`],
    ['HTML', `<img alt='old' src="${url}">`, `<img alt="new" src="${url}">`],
    ['HTML without an alt text', `<img src="${url}">`, `<img alt="new" src="${url}">`],
  ])('in %s', (_, body, expected) => {
    expect(withAlt(body, 'new')).toBe(expected)
  })

  test.each([`![old](${url})`, `<img src="${url}" alt="old">`, `![pic]\n\n[pic]: ${url}`])(
    'is read back unchanged: %s',
    (body) => {
      for (const text of [
        'say "hi" & <go>',
        'a ] b [ c',
        '*x* _y_ `z` ~q~',
        '\\',
        '&amp;',
        '![i](u)',
        'a | b',
        "it's",
      ]) {
        expect(images(withAlt(body, text)).map(({ alt, src }) => [alt.text, src])).toEqual([[text, url]])
      }
    },
  )
})

test('a caption is the decoded text of the figcaption, and is written escaped', () => {
  const body = `<figure>\n<img src="${url}">\n<figcaption>A <em>b</em> &amp; c</figcaption>\n</figure>`
  const [image] = images(body)
  expect(image?.caption?.text).toBe('A b & c')
  const caption = image?.caption
  if (!caption) throw new Error('no caption')
  expect(withEdits(body, [{ ...caption.range, text: caption.write('<x> & "y"') }])).toContain(
    '<figcaption>&lt;x&gt; &amp; &quot;y&quot;</figcaption>',
  )
})

test('a deeply nested hostile body is read within the test timeout', () => {
  images('!['.repeat(5_000))
  images('<figure>'.repeat(2_000))
  images(`${'> '.repeat(300)}![x](${url})`)
})
