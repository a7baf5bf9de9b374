/** An export in the format of Ghost 5, written by hand. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { convertPath } from '../src/node.ts'
import { imported, scratch, subjectsOf, writeFiles } from './files.ts'

const folder = scratch()
const words = (text: string, format = 0) => ({ type: 'extended-text', text, format, version: 1 })
const paragraph = (...children: object[]) => ({ type: 'paragraph', children, version: 1 })
const lexical = JSON.stringify({
  root: {
    type: 'root',
    children: [
      paragraph(words('Plain, '), words('bold', 1), words(' and '), {
        type: 'link',
        url: '__GHOST_URL__/other/',
        children: [words('a link')],
      }),
      { type: 'extended-heading', tag: 'h3', children: [words('Heading')] },
      {
        type: 'list',
        listType: 'number',
        start: 1,
        children: [
          { type: 'listitem', children: [words('one')] },
          { type: 'listitem', children: [words('two')] },
        ],
      },
      { type: 'image', src: '__GHOST_URL__/content/images/2024/01/photo.png', alt: 'A photo', caption: '' },
      { type: 'codeblock', code: 'a\n\n```\nb', language: 'js' },
      { type: 'markdown', markdown: '| a |\n| - |\n| b |' },
      { type: 'html', html: '<div>\n\n<b>raw</b></div>' },
      { type: 'callout', calloutText: '<p>Mind <strong>this</strong></p>', calloutEmoji: '!' },
      {
        type: 'bookmark',
        url: 'https://example.org/',
        metadata: { title: 'Example [1]', description: 'A site' },
      },
      { type: 'horizontalrule' },
    ],
  },
})
const mobiledoc = JSON.stringify({
  version: '0.3.1',
  markups: [['strong'], ['a', ['href', 'https://example.org/']]],
  atoms: [['soft-return', '', {}]],
  cards: [
    ['image', { src: '/content/images/old.png', caption: 'Below' }],
    ['email-cta', { html: '<p>Only by mail</p>' }],
  ],
  sections: [
    [
      1,
      'p',
      [
        [0, [0], 1, 'Bold'],
        [1, [], 0, 0],
        [0, [1], 1, 'link'],
      ],
    ],
    [3, 'ul', [[[0, [], 0, 'item']]]],
    [10, 0],
    [10, 1],
  ],
})
const post = (id: string, fields: object) => ({
  id,
  title: `Title ${id}`,
  slug: `slug-${id}`,
  type: 'post',
  status: 'published',
  visibility: 'public',
  created_at: '2024-01-02T03:04:05.000Z',
  published_at: '2024-01-03T03:04:05.000Z',
  ...fields,
})
const data = {
  posts: [
    post('1', {
      lexical,
      feature_image: '__GHOST_URL__/content/images/2024/01/photo.png',
      custom_excerpt: 'Short',
    }),
    post('2', { mobiledoc }),
    post('3', { html: '<p>From <em>HTML</em></p>', type: 'page', slug: 'about' }),
    post('4', { lexical, visibility: 'paid' }),
    post('5', {
      html: '',
      status: 'scheduled',
      published_at: '2999-01-01T00:00:00.000Z',
      codeinjection_head: '<script>',
    }),
  ],
  posts_meta: [{ post_id: '1', feature_image_alt: 'Alt', meta_title: 'For search' }],
  tags: [
    { id: 't1', name: 'News' },
    { id: 't2', name: 'Other' },
  ],
  posts_tags: [
    { post_id: '1', tag_id: 't2', sort_order: 1 },
    { post_id: '1', tag_id: 't1', sort_order: 0 },
  ],
  users: [
    { id: 'u1', slug: 'ann', name: 'Ann', email: 'ann@example.org', password: '$2a$10$hash' },
    { id: 'u2', slug: 'ben', name: 'Ben' },
  ],
  posts_authors: [
    { post_id: '1', author_id: 'u2', sort_order: 1 },
    { post_id: '1', author_id: 'u1', sort_order: 0 },
  ],
  settings: [
    { key: 'title', value: 'My Ghost' },
    { key: 'navigation', value: '[{"label":"About","url":"__GHOST_URL__/about/"}]' },
  ],
  members: [{ id: 'm1', email: 'reader@example.org' }],
  unknown_things: [{ id: 'x' }],
}
const site = writeFiles(join(folder, 'site'), {
  'my.ghost.json': JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] }),
  'content/images/2024/01/photo.png': 'png',
  'content/images/size/w600/2024/01/photo.png': 'small',
})

it('turns Lexical into Markdown; cards without an equivalent keep their text', async () => {
  const { item, report } = await imported('ghost', site)
  const { metadata, body } = item('ghost:1')
  expect(metadata).toMatchObject({
    slug: 'slug-1',
    status: 'published',
    author: 'ann',
    authors: ['ann', 'ben'],
    category: 'News',
    tags: ['Other'],
    excerpt: 'Short',
    featuredImage: { url: '/content/images/2024/01/photo.png', alt: 'Alt' },
    publishedAt: '2024-01-03T03:04:05.000Z',
    seoTitle: 'For search',
    aliases: ['/slug-1/'],
  })
  expect(body).toBe(`Plain, **bold** and [a link](/other/)

### Heading

1. one
2. two

![A photo](/content/images/2024/01/photo.png)

\`\`\`\`js
a

\`\`\`
b
\`\`\`\`

| a |
| - |
| b |

<div>
<b>raw</b></div>

Mind **this**

[Example \\[1\\]](<https://example.org/>)

---
`)
  expect(subjectsOf(report, 'no-counterpart')).toContain('post 1 "Title 1"')
})

it('keeps the first 20 authors of a post, which is the limit of the server', async () => {
  const numbers = Array.from({ length: 25 }, (_, n) => n)
  const crowd = {
    posts: [post('1', { html: '<p>Text</p>' })],
    users: numbers.map((n) => ({ id: `u${n}`, slug: `author-${n}`, name: `Author ${n}` })),
    posts_authors: numbers.map((n) => ({ post_id: '1', author_id: `u${n}`, sort_order: n })),
  }
  const file = writeFiles(join(folder, 'crowd'), {
    'my.ghost.json': JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data: crowd }] }),
  })
  const { metadata } = (await imported('ghost', file)).item('ghost:1')
  expect(metadata.authors).toEqual(numbers.slice(0, 20).map((n) => `author-${n}`))
})

it('converts Mobiledoc and HTML to Markdown', async () => {
  const { item } = await imported('ghost', site)
  expect(item('ghost:2').body).toBe(`**Bold**\\
[link](https://example.org/)

- item

<figure><img src="/content/images/old.png" alt=""><figcaption>Below</figcaption></figure>

Only by mail
`)
  expect(item('ghost:3')).toMatchObject({
    type: 'page',
    metadata: { slug: 'about', pageType: 'custom' },
    body: 'From _HTML_\n',
  })
})

it('imports members-only posts as drafts, and reports what it omits', async () => {
  const { item, entries, report } = await imported('ghost', site)
  expect(item('ghost:4').metadata.status).toBe('draft')
  expect(item('ghost:5').metadata).toMatchObject({ status: 'draft', publishAt: '2999-01-01T00:00:00.000Z' })
  expect(subjectsOf(report, 'members-only')).toHaveLength(1)
  expect(subjectsOf(report, 'code-injection')).toHaveLength(1)
  expect(subjectsOf(report, 'table')).toEqual(['unknown_things'])
  expect(entries).toContainEqual({
    kind: 'beside',
    name: 'members',
    record: { id: 'm1', email: 'reader@example.org' },
  })
  expect(entries).toContainEqual({
    kind: 'menu',
    items: [{ id: 'navigation-1', title: 'About', url: '/about/', parent: null }],
  })
  expect(entries.filter((entry) => entry.kind === 'media')).toMatchObject([
    { media: { url: '/content/images/2024/01/photo.png' } },
  ])
  expect(JSON.stringify(entries)).not.toContain('$2a$10$hash')
})

it('names the setting if the navigation is not valid JSON', async () => {
  const settings = [{ key: 'navigation', value: '[{' }]
  const text = JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data: { posts: [], settings } }] })
  const path = join(writeFiles(folder, { 'navigation.json': text }), 'navigation.json')
  await expect(convertPath({ kind: 'ghost', path })).rejects.toMatchObject({
    code: 'DAMAGED',
    message: expect.stringContaining('the setting navigation is not valid JSON'),
  })
})

it('rejects files that are not exports', async () => {
  for (const text of ['{"db": [', '[]', '{"db":[{"data":{}}]}']) {
    const path = join(writeFiles(folder, { 'other.json': text }), 'other.json')
    await expect(convertPath({ kind: 'ghost', path })).rejects.toMatchObject({ name: 'TransferError' })
  }
})
