import { randomRuns } from '@typecase/testing/random-runs'
import sanitize from 'sanitize-html'
import { expect, it } from 'vitest'
import { generator } from '../../../test/support/random-edits.ts'
import { safeList } from '../../../test/support/safe-list.ts'
import { escapedAttribute } from './body-writer.ts'
import { renderBody } from './render-body.ts'
import { between } from './stored-body.ts'

const html = (markdown: string): string => {
  const body = renderBody(markdown, false)
  if ('error' in body) throw new Error(body.error)
  const pieces = Buffer.from(body.html).toString().split(between)
  return pieces.map((piece, at) => piece + escapedAttribute(body.facts.urls[at] ?? '')).join('')
}

/**
 * Removes end tags and `<p>`. A removed element may have kept a paragraph open, and a second parse ends that
 * paragraph elsewhere.
 */
const withoutEndTags = (html: string): string => html.replace(/<\/[a-z0-9]+>|<p>/g, '')

const markdown = [
  ...['a', ' ', ' ', '\n', '\n\n', '\n\n', '*', '**', '_', '`', '\\', '  \n', '**b**', '_c_', '`d`', '~~e~~'],
  ...['# f\n', '> q\n', '> ', '- h\n', '  - i\n', '    ', '1. i\n', '- [x] t\n', '- [ ] u\n\n  v\n', '***\n'],
  ...['|a|b|\n|-|:-:|\n|1|2|\n', '```js x\ncode <b>\n```\n', '```\n', '[r]', '[r]: /ref "T"\n', '![r]'],
  ...['[x](/y "t&q\'")', '![a *b*](x.png "t")', '[x](//h/y)', '[x](javascript:y)', '[x](JaVa&#83;cript:y)'],
  ...[
    '![x](data:z)',
    'https://x.test/a?b=1&copy=2',
    '<https://x.test>',
    '[<https://x.test>](/y)',
    'a@b.test',
  ],
  ...[
    '&lt;b>',
    '&amp;',
    '&copy;',
    '&notit;',
    '&nbsp;',
    '&#1;',
    '&#129;',
    '&#x3c;',
    '"q"',
    '日本',
    '\u2028',
    '\0',
  ],
]
const tags = [
  ...[
    '<br>',
    '</br>',
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<a href="/x" alt="y">',
    '<a target=x href=//h/y>',
    '</a>',
  ],
  ...['<h2 id="">', '</h2>', '<img src=x onerror=alert(1)>', '<img src="data:x" alt="">', '<table>', '<tr>'],
  ...[
    '<td style="text-align:left;color:red">',
    '<code class="language-js x">',
    '<ol start="2">',
    '<li>',
    '<div>',
  ],
  ...['<div title="a>\n', '<figure>', '</figure>', '<details open>\n', '<svg onload=x>', '</svg>', '<svg/>'],
  ...['<image src=x>', '<math>', '<script>', '</script>', '<style>', '<title>', '<textarea>', '</iframe>'],
  ...[
    '<iframe src="https://www.youtube.com/embed/x">',
    '<iframe src="https://evil.test/">',
    '<option>',
    '<select>',
  ],
  ...[
    '<input type=checkbox>',
    '<input type=text>',
    '<input type="checkbox" checked="x" aria-label="">',
    '<form>',
  ],
  ...[
    '<!-- c -->',
    '<!-- ',
    '<!-->',
    '<?php x ?>',
    '<!DOCTYPE x>',
    '<![CDATA[ y ]]>',
    '<section>',
    '<noscript>',
  ],
  ...[
    '<q cite="javascript:x">',
    '<del datetime>',
    '<a\nhref="java\nscript:x">',
    '<a href="&#x6a;avascript:x">',
  ],
  ...[
    '<a href="java<!-- -->script:x">',
    '<b title="&#&#1;1;">',
    '<a href="x" onclick="y" style="z">',
    '<object data=x>',
  ],
]

const bodies = randomRuns({ short: 1_000, long: 3_000 })

it(`a sanitizer finds nothing to remove from ${bodies} random bodies`, () => {
  const next = generator(29)
  const parts = [...markdown, ...tags]
  let count = 0
  for (let n = 0; n < bodies; n += 1) {
    const source = Array.from({ length: 1 + next(9) }, () => parts[next(parts.length)]).join('')
    let safeHtml: string
    try {
      safeHtml = html(source)
    } catch {
      // The library `marked` throws for some lists.
      continue
    }
    count += 1
    const expected = withoutEndTags(sanitize(safeHtml, safeList))
    expect({ source, html: withoutEndTags(safeHtml) }).toEqual({ source, html: expected })
  }
  expect(count).toBeGreaterThan(0.95 * bodies)
})

it.each([
  ['<figure>\n\n*a*\n\n</figure> b', '<figure><p><em>a</em></p>\n</figure> b'],
  ['a <b>b\n\nc</b> d', '<p>a <b>b</b></p>\n<p>c d</p>\n'],
  ['> <div>\n\nb', '<blockquote>\n<div></div></blockquote>\n<p>b</p>\n'],
  ['*a <b>b* c</b>', '<p><em>a <b>b</b></em> c</p>\n'],
  ['a <div>b</div>', '<p>a </p><div>b</div><p></p>\n'],
  ['- <li>b', '<ul>\n<li></li><li>b</li>\n</ul>\n'],
  ['</div></blockquote></ul>', ''],
  ['<p>a', '<p>a</p>'],
  [
    'a <iframe src="https://www.youtube.com/embed/x">*b*</iframe>',
    '<p>a <iframe src="https://www.youtube.com/embed/x"></iframe></p>\n',
  ],
])('elements are closed with their parents: %j', (source, expected) => {
  expect(html(source)).toBe(expected)
})
