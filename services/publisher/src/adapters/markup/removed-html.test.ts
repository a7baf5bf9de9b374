import { describe, expect, it } from 'vitest'
import { removedHtml } from './removed-html.ts'

const listed = (markdown: string) =>
  removedHtml(markdown).map(({ line, element, attribute, reason }) => [
    line,
    attribute ? `${element} ${attribute}` : element,
    reason,
  ])

describe('lists removed HTML with its line', () => {
  it.each([
    ['One\n\nUse the <title> element', [[3, 'title', 'shown-as-text']]],
    ['`<script>` and\n```\n<script>\n```\n\nthen <script> here', [[6, 'script', 'shown-as-text']]],
    [
      '<div>\n<p onclick="x" class="a">\n<b style="color:red">b</b></p>\n</div>',
      [
        [2, 'p onclick', 'attribute'],
        [2, 'p class', 'attribute'],
        [3, 'b style', 'attribute'],
      ],
    ],
    [
      '> a\n> <form>\n\n- b\n- <button>x</button>',
      [
        [2, 'form', 'element'],
        [5, 'button', 'element'],
      ],
    ],
    [
      'a\n[x](javascript:alert(1)) ![y](data:z)\n\n| a |\n|-|\n| <u x>y</u> |',
      [
        [2, 'a href', 'address'],
        [2, 'img src', 'address'],
        [6, 'u x', 'attribute'],
      ],
    ],
    ['[x](JaVa&#83;cript:alert(1))', [[1, 'a href', 'address']]],
    [
      '<script>\n<b onclick>\n</script>\n\n<iframe src="https://evil.test/"></iframe>',
      [
        [1, 'script', 'shown-as-text'],
        [5, 'iframe', 'shown-as-text'],
      ],
    ],
    [
      'a\r\n\r\n<div title="open>\r\n\r\n<!-- open',
      [
        [3, 'div', 'never-closed'],
        [5, '!--', 'never-closed'],
      ],
    ],
  ])('%j', (markdown, expected) => {
    expect(listed(markdown)).toEqual(expected)
  })
})

it.each([
  '# Words\n\n*a* `<script>` <https://x.test> [b](/c) ![d](/e.png)',
  '<figure><img src="/a.png" alt="a" width="3"><figcaption>c</figcaption></figure>',
  '<iframe src="https://www.youtube.com/embed/x" width="3" allowfullscreen></iframe>',
  '<details open><summary>s</summary>\n\ntext\n\n</details> <!-- note -->',
  '- [x] done\n- [ ] open',
])('lists nothing if all HTML is shown as written: %j', (markdown) => {
  expect(removedHtml(markdown)).toEqual([])
})

it.each(['<b x>', '<script>', 'a <i onclick="1"> ', '[a](javascript:1) ', '- <u y>\n', '<!-- '])(
  'lists at most 50 removals of %j',
  (unit) => {
    expect(removedHtml(unit.repeat(5_000)).length).toBeLessThanOrEqual(50)
  },
)
