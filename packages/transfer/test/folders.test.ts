import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Entry } from '../src/index.ts'
import { imported, scratch, subjectsOf, writeFiles } from './files.ts'

const folder = scratch()
const urls = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.kind === 'media' ? [entry.media.url] : []))

it('reads posts, drafts, pages, collections and redirects of Jekyll', async () => {
  const site = writeFiles(join(folder, 'jekyll'), {
    '_config.yml':
      'title: Site\nurl: https://old.example.org\npermalink: pretty\ncollections:\n  guides:\n    output: true\n',
    '_posts/2024-02-01-hello-world.md':
      '---\ntitle: Hello\ndate: 2024-02-01 09:30:00 +0100\ncategories: [news]\ntags: a b\nredirect_from: /hi/\n---\nBody {% post_url x %}\n',
    'travel/_posts/2023-01-05-away.md': '---\ntitle: Away\npublished: false\n---\n',
    '_drafts/idea.md': 'No front matter at all\n',
    'about.md': '---\ntitle: About\n---\n',
    'index.html': '---\n---\n<p>Home</p>\n',
    '_guides/start.md': '---\ntitle: Start\n---\n',
    'README.md': 'Not part of the site\n',
    'assets/photo.JPG': 'jpg',
    '_layouts/default.html': '<html></html>',
  })
  const { item, items, entries, report } = await imported('jekyll', site)
  expect(item('_posts/2024-02-01-hello-world.md')).toMatchObject({
    type: 'post',
    metadata: {
      slug: 'hello-world',
      category: 'news',
      tags: ['a', 'b'],
      createdAt: '2024-02-01T08:30:00.000Z',
      aliases: ['/news/2024/02/01/hello-world/', '/hi/'],
    },
    body: 'Body {% post_url x %}\n',
  })
  expect(item('travel/_posts/2023-01-05-away.md').metadata).toMatchObject({
    status: 'draft',
    category: 'travel',
  })
  expect(item('_drafts/idea.md').metadata).toMatchObject({ status: 'draft', title: 'idea' })
  expect(item('about.md').metadata).toMatchObject({ slug: 'about', pageType: 'custom' })
  expect(item('about.md').metadata.aliases).toBeUndefined()
  expect(item('_guides/start.md').metadata.aliases).toEqual(['/guides/start/'])
  expect(items).toHaveLength(6)
  expect(urls(entries)).toEqual(['/assets/photo.JPG'])
  expect(subjectsOf(report, 'template-tag-kept')).toEqual(['_posts/2024-02-01-hello-world.md'])
})

it('reads files, folder data and permalinks of Eleventy, and reports templates', async () => {
  const site = writeFiles(join(folder, 'eleventy'), {
    'eleventy.config.js': 'export default () => {}',
    'src/index.njk': '<h1>Home</h1>',
    'src/blog/blog.json': '{ "tags": "posts", "author": "ann" }',
    'src/blog/2024-06-07-first.md': '---\ntitle: First\ntags: [x]\n---\nHello\n',
    'src/blog/hidden.md': '---\ntitle: Hidden\npermalink: false\n---\n',
    'src/about.md': '---\ntitle: About\npermalink: /about-us/index.html\n---\n',
    'src/made.md': '---\ntitle: Made\npermalink: "/{{ title }}/"\n---\n',
    'src/img/a.png': 'png',
    'public/b.png': 'png',
    'README.md': 'Not part of the site',
  })
  const { item, items, entries, report } = await imported('eleventy', site)
  expect(item('src/blog/2024-06-07-first.md')).toMatchObject({
    type: 'post',
    metadata: {
      author: 'ann',
      tags: ['x'],
      createdAt: '2024-06-07T00:00:00.000Z',
      aliases: ['/blog/first/'],
    },
    body: 'Hello\n',
  })
  expect(item('src/blog/hidden.md').metadata.status).toBe('draft')
  expect(item('src/about.md').metadata).toMatchObject({ slug: 'about-us', pageType: 'custom' })
  expect(items).toHaveLength(4)
  expect(urls(entries)).toEqual(['/b.png', '/img/a.png'])
  expect(subjectsOf(report, 'template')).toEqual(['src/index.njk'])
  expect(subjectsOf(report, 'permalink-template')).toEqual(['src/made.md'])
})

it('reads content, uploads, menu, settings and users of Aether, without password hashes', async () => {
  const site = writeFiles(join(folder, 'aether'), {
    'content/data/posts/hello.md':
      '---\nid: "1700000000000"\ntitle: Hello\nsubtitle: ""\nslug: hello\nstatus: published\nauthor: ann\ncreatedAt: "2024-01-02T03:04:05.006Z"\nupdatedAt: "2024-02-02T03:04:05.006Z"\nseoDescription: "About: it"\ncategory: news\ntags: ["a", "b"]\nfeaturedImage:\n  id: "x"\n  url: /images/photo-1.png\n  alt: A photo\n---\n\n# Words\n',
    'content/data/custom/child.md':
      '---\nid: "2"\ntitle: Child\nslug: child\nstatus: draft\npageType: custom\nparentPage: parent\n---\n\n',
    'content/data/custom/parent.md':
      '---\nid: "3"\ntitle: Parent\nslug: parent\nstatus: published\npageType: custom\n---\n\n',
    'content/data/pages/parent.md':
      '---\nid: "4"\ntitle: Other\nslug: parent\nstatus: published\npageType: normal\n---\n\n',
    'content/data/menu.json': '{"menu":[{"id":"home","title":"Home","url":"/","order":1,"parent":null}]}',
    'content/data/settings.json': '{"siteTitle":"Mine","postsPerPage":5,"activeTheme":"old"}',
    'content/data/users.json':
      '[{"username":"ann","email":"ann@example.org","role":"admin","passwordHash":"secret-hash"}]',
    'content/uploads/images/photo-1.png': 'png',
    'content/uploads/images/photo-1.png.metadata.json': '{"alt":"A photo","caption":"Of us"}',
  })
  const { items, item, entries } = await imported('aether', site)
  expect(item('1700000000000')).toEqual({
    type: 'post',
    metadata: {
      title: 'Hello',
      slug: 'hello',
      status: 'published',
      sourceKey: '1700000000000',
      author: 'ann',
      category: 'news',
      tags: ['a', 'b'],
      metaDescription: 'About: it',
      featuredImage: { url: '/images/photo-1.png', alt: 'A photo' },
      createdAt: '2024-01-02T03:04:05.006Z',
      updatedAt: '2024-02-02T03:04:05.006Z',
      publishedAt: '2024-01-02T03:04:05.006Z',
    },
    body: '# Words\n',
  })
  const order = items.map(({ metadata }) => metadata.sourceKey)
  expect(order.indexOf('3')).toBeLessThan(order.indexOf('2'))
  expect(item('4').metadata).toMatchObject({ slug: 'parent', pageType: 'normal' })
  expect(entries).toContainEqual({ kind: 'settings', settings: { siteTitle: 'Mine', postsPerPage: 5 } })
  expect(entries).toContainEqual({ kind: 'menu', items: [{ id: 'home', title: 'Home', url: '/' }] })
  expect(entries.find((entry) => entry.kind === 'media')).toMatchObject({
    media: { url: '/images/photo-1.png', alt: 'A photo', caption: 'Of us' },
  })
  expect(JSON.stringify(entries)).not.toContain('secret-hash')
  expect(entries).toContainEqual({
    kind: 'users',
    users: [{ username: 'ann', email: 'ann@example.org', role: 'admin' }],
  })
})

it.each([
  ['eleventy', 'src/blog/blog.json', { 'eleventy.config.js': '', 'src/blog/a.md': '---\ntitle: A\n---\n' }],
  ['aether', 'content/data/settings.json', { 'content/data/posts/a.md': '---\ntitle: A\n---\n' }],
] as const)('names a data file of %s that is not valid JSON', async (kind, file, files) => {
  const site = writeFiles(join(folder, `damaged-${kind}`), { ...files, [file]: '{ "a": ' })
  await expect(imported(kind, site)).rejects.toMatchObject({
    code: 'DAMAGED',
    message: expect.stringContaining(`${file} is not valid JSON`),
  })
})
