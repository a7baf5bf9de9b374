import { expect, it } from 'vitest'
import { rewriterOf } from '../src/markup/rewriter.ts'

const rewriter = rewriterOf({
  media: new Map([
    ['/img/a b.png', '/images/a-1.png'],
    ['/about/face.png', '/images/face-1.png'],
    ['https://cdn.example.net/c.png', '/images/c-1.png'],
  ]),
  redirects: [
    { from: '/2020/old/', to: '/post/old/' },
    { from: '/?p=7', to: '/post/seven/' },
  ],
  origins: ['https://www.old.example.org'],
})
const rewrite = (markdown: string) => rewriter.body(markdown, '/about/')

it.each([
  ['[a](/2020/old/#part "title")', '[a](/post/old/#part "title")'],
  ['[a](https://old.example.org/2020/old)', '[a](/post/old/)'],
  ['[a](http://www.old.example.org/?p=7)', '[a](/post/seven/)'],
  ['![x](face.png) and ![y](</img/a b.png>)', '![x](/images/face-1.png) and ![y](</images/a-1.png>)'],
  ['![x](/img/a%20b.png)', '![x](/images/a-1.png)'],
  ['[![x](face.png)](/2020/old/)', '[![x](/images/face-1.png)](/post/old/)'],
  ['[a][r]\n\n[r]: /2020/old/index.html\n', '[a][r]\n\n[r]: /post/old/\n'],
  ['<https://old.example.org/2020/old/>', '</post/old/>'],
  [
    '<img src="face.png" srcset="face.png 1x, /b.png 2x">',
    '<img src="/images/face-1.png" srcset="/images/face-1.png 1x, /b.png 2x">',
  ],
  ['text <a href="/2020/old/">x</a>', 'text <a href="/post/old/">x</a>'],
  ['![c](https://cdn.example.net/c.png)', '![c](/images/c-1.png)'],
])('rewrites %s', (before, after) => expect(rewrite(before)).toBe(after))

it.each([
  '`[a](/2020/old/)`',
  '```\n![x](face.png)\n```\n',
  '[a](/2020/older/)',
  '[a](https://elsewhere.example.org/2020/old/)',
  '[face.png](#face.png)',
  'face.png and /2020/old/ as words\r\n\ttabs  \n',
])('does not change %j', (markdown) => expect(rewrite(markdown)).toBe(markdown))
