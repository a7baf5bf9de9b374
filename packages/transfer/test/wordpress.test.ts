import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { convertPath, openTree } from '../src/node.ts'
import { corpora, hasCorpora, label } from './corpora.ts'
import { imported, scratch, subjectsOf, writeFiles } from './files.ts'

const folder = scratch()
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
const item = (id: number, type: string, fields: Readonly<Record<string, string>>, more = '') =>
  `<item><title>${fields.title ?? ''}</title><link>https://old.example.org${fields.path ?? `/?p=${id}`}</link>
  <dc:creator>ann</dc:creator><content:encoded><![CDATA[${fields.content ?? ''}]]></content:encoded>
  <excerpt:encoded><![CDATA[${fields.excerpt ?? ''}]]></excerpt:encoded><wp:post_id>${id}</wp:post_id>
  <wp:post_date_gmt>${fields.date ?? '2020-01-02 03:04:05'}</wp:post_date_gmt><wp:post_name>${fields.name ?? ''}</wp:post_name>
  <wp:status>${fields.status ?? 'publish'}</wp:status><wp:post_parent>${fields.parent ?? 0}</wp:post_parent>
  <wp:post_type>${type}</wp:post_type><wp:post_password>${fields.password ?? ''}</wp:post_password>${more}</item>`
const wxr = (...items: string[]) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:excerpt="e" xmlns:content="c" xmlns:dc="d" xmlns:wp="w"><channel><title>Old site</title>
<link>https://old.example.org</link><description>Words</description>
<wp:author><wp:author_login>ann</wp:author_login><wp:author_email>ann@example.org</wp:author_email></wp:author>
<wp:category><wp:category_nicename>unused</wp:category_nicename><wp:cat_name>Unused</wp:cat_name></wp:category>
${items.join('\n')}</channel></rss>`
const file = (name: string, text: string) => join(writeFiles(folder, { [name]: text }), name)

const site = file(
  'site.xml',
  wxr(
    item(
      1,
      'post',
      {
        title: 'Blocks &amp; more',
        path: '/2020/01/blocks/',
        name: 'blocks',
        content: `<!-- wp:paragraph {"fontSize":"small"} --><p class="has-small-font-size">One <strong>two</strong> <a href="https://old.example.org/about/">about</a></p><!-- /wp:paragraph -->
<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column"><!-- wp:image {"id":9} --><figure class="wp-block-image size-large"><img src="https://old.example.org/wp-content/uploads/2020/01/photo-300x200.jpg" alt="A photo" class="wp-image-9"/></figure><!-- /wp:image --></div><!-- /wp:column --></div><!-- /wp:columns -->
<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr><td>a</td></tr></tbody></table></figure><!-- /wp:table -->
<!-- wp:latest-posts {"postsToShow":3} /-->
<!-- wp:embed {"url":"https://video.example.net/1"} --><figure class="wp-block-embed"><div>https://video.example.net/1</div></figure><!-- /wp:embed -->`,
      },
      `<category domain="category" nicename="a"><![CDATA[A]]></category><category domain="category" nicename="b"><![CDATA[B]]></category><category domain="post_tag" nicename="t"><![CDATA[T]]></category>${meta('_thumbnail_id', '9')}${meta('mood', 'good')}<wp:comment><wp:comment_author>Bo</wp:comment_author><wp:comment_content>Hello</wp:comment_content></wp:comment>`,
    ),
    item(2, 'post', {
      title: 'Classic',
      name: 'classic',
      content:
        'First\nsecond [gallery ids="9"]\n\n<blockquote>Quote</blockquote>\n[caption id="x"]<img src="/x.png" alt=""/> Below[/caption]\n[contact-form to="team"]\n<pre>a\n\nb</pre>',
      status: 'private',
    }),
    item(3, 'page', { title: 'Child', path: '/about/child/', name: 'child', parent: '4' }),
    item(4, 'page', { title: 'About', path: '/about/', name: 'about', content: 'x' }),
    item(5, 'page', { title: 'Secret', path: '/secret/', name: 'secret', password: 'word' }),
    item(6, 'post', { title: 'Later', name: 'later', status: 'future', date: '2999-01-01 00:00:00' }),
    item(7, 'product', { title: 'A thing' }),
    item(
      9,
      'attachment',
      { title: 'photo', excerpt: 'By Ann' },
      `<wp:attachment_url>https://old.example.org/wp-content/uploads/2020/01/photo.jpg</wp:attachment_url>${meta('_wp_attachment_image_alt', 'A photo')}`,
    ),
    item(
      10,
      'nav_menu_item',
      { title: '' },
      `<category domain="nav_menu" nicename="main"><![CDATA[Main]]></category>${meta('_menu_item_type', 'post_type')}${meta('_menu_item_object_id', '4')}${meta('_menu_item_menu_item_parent', '0')}`,
    ),
    item(
      11,
      'nav_menu_item',
      { title: 'Out' },
      `<category domain="nav_menu" nicename="main"><![CDATA[Main]]></category>${meta('_menu_item_type', 'custom')}${meta('_menu_item_url', 'https://elsewhere.example.org/')}${meta('_menu_item_menu_item_parent', '10')}${meta('_menu_item_target', '_blank')}`,
    ),
  ),
)

it('turns blocks into Markdown and keeps as HTML what Markdown cannot express', async () => {
  const { item: found } = await imported('wordpress', site)
  const { metadata, body } = found('wordpress:1')
  expect(metadata).toMatchObject({
    title: 'Blocks & more',
    slug: 'blocks',
    status: 'published',
    author: 'ann',
    category: 'A',
    tags: ['T', 'B'],
    createdAt: '2020-01-02T03:04:05.000Z',
    publishedAt: '2020-01-02T03:04:05.000Z',
    featuredImage: { url: 'https://old.example.org/wp-content/uploads/2020/01/photo.jpg', alt: 'A photo' },
    customFields: { mood: 'good' },
    aliases: ['/2020/01/blocks/'],
  })
  expect(body).toBe(`One **two** [about](/about/)

![A photo](https://old.example.org/wp-content/uploads/2020/01/photo.jpg)

<figure class="wp-block-table"><table><tbody><tr><td>a</td></tr></tbody></table></figure>

<!-- wp:latest-posts {"postsToShow":3} -->

<https://video.example.net/1>
`)
})

it('reads classic content: implied paragraphs, captions, galleries, unknown shortcodes', async () => {
  const { item: found, report } = await imported('wordpress', site)
  const { body, metadata } = found('wordpress:2')
  expect(body).toBe(`First\\
second

![A photo](https://old.example.org/wp-content/uploads/2020/01/photo.jpg)

> Quote

<figure><img src="/x.png" alt=""/><figcaption>Below</figcaption></figure>

\\[contact-form to="team"]

<pre>a&#10;
b</pre>
`)
  expect(metadata).toMatchObject({ status: 'draft' })
  expect(subjectsOf(report, 'private')).toEqual(['post 2 "Classic"'])
  const lost = report.losses
    .find(({ code }) => code === 'no-counterpart')
    ?.notes.map(({ message }) => message.split(' ')[0])
  expect(lost).toEqual(['core/latest-posts', 'core/embed', '[contact-form]'])
})

it('imports pages (parents first), menu, users and comments, and reports what it omits', async () => {
  const { items, entries, item: found, report } = await imported('wordpress', site)
  expect(items.filter(({ type }) => type === 'page').map(({ metadata }) => metadata.slug)).toEqual([
    'about',
    'secret',
    'child',
  ])
  expect(found('wordpress:3').metadata).toMatchObject({ parentPage: 'about', pageType: 'custom' })
  expect(found('wordpress:6').metadata).toMatchObject({
    status: 'draft',
    publishAt: '2999-01-01T00:00:00.000Z',
  })
  expect(entries).toContainEqual({
    kind: 'menu',
    items: [
      { id: 'menu-10', title: 'About', url: '/about/', parent: null },
      {
        id: 'menu-11',
        title: 'Out',
        url: 'https://elsewhere.example.org/',
        parent: 'menu-10',
        target: '_blank',
      },
    ],
  })
  expect(entries).toContainEqual({ kind: 'users', users: [{ username: 'ann', email: 'ann@example.org' }] })
  expect(entries.find((entry) => entry.kind === 'beside')).toMatchObject({
    record: { item: 'wordpress:1', 'wp:comment_content': 'Hello' },
  })
  expect(subjectsOf(report, 'password')).toEqual(['page 5 "Secret"'])
  expect(subjectsOf(report, 'item-type')).toEqual(['product 7 "A thing"'])
  expect(subjectsOf(report, 'term-unused')).toEqual(['category "Unused"'])
  expect(subjectsOf(report, 'media-not-found')).toHaveLength(1)
})

it('reads media from the uploads folder', async () => {
  const media = await openTree(writeFiles(join(folder, 'uploads'), { '2020/01/photo.jpg': 'jpg' }))
  const { entries, report } = await imported('wordpress', site, { media })
  expect(entries.find((entry) => entry.kind === 'media')).toMatchObject({
    media: { file: 'photo.jpg', alt: 'A photo', caption: 'By Ann', originalFilename: 'photo.jpg' },
  })
  expect(subjectsOf(report, 'media-not-found')).toEqual([])
})

it('reads media next to the export file', async () => {
  const files = { 'export.xml': readFileSync(site, 'utf8'), 'wp-content/uploads/2020/01/photo.jpg': 'jpg' }
  const { report } = await imported('wordpress', writeFiles(join(folder, 'beside'), files))
  expect(subjectsOf(report, 'media-not-found')).toEqual([])
})

describe('hostile XML', () => {
  const refused = (path: string) => convertPath({ kind: 'wordpress', path }).catch((error: unknown) => error)

  it('is refused if its entities expand', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>`
    expect(await refused(file('bomb.xml', bomb))).toMatchObject({
      code: 'DAMAGED',
      message: expect.stringContaining('document type'),
    })
  })

  it('is refused if it is malformed, deeply nested, or not an export', async () => {
    expect(await refused(file('broken.xml', '<rss><channel>'))).toMatchObject({ code: 'DAMAGED' })
    expect(await refused(file('deep.xml', '<a>'.repeat(100)))).toMatchObject({ code: 'DAMAGED' })
    expect(await refused(file('other.xml', '<rss><channel></channel></rss>'))).toMatchObject({
      code: 'UNKNOWN_FORMAT',
    })
  })

  it('is refused if it has a text of 64 MiB', async () => {
    const path = join(folder, 'large.xml')
    const output = createWriteStream(path)
    output.write('<rss><channel><title>')
    const chunk = Buffer.alloc(2 ** 20, 'a')
    for (let n = 0; n < 64; n++) if (!output.write(chunk)) await once(output, 'drain')
    output.end('</title></channel></rss>')
    await once(output, 'close')
    expect(await refused(path)).toMatchObject({ code: 'TOO_LARGE' })
  })
})

describe.skipIf(!hasCorpora)(label('the theme unit test of WordPress'), () => {
  it('is imported completely or listed in the report', async () => {
    const path = join(corpora, 'wordpress/themeunittestdata.wordpress.xml')
    const { items, entries, report } = await imported('wordpress', path)
    const count = (type: string) => items.filter((found) => found.type === type).length
    expect([count('post'), count('page')]).toEqual([58, 21])
    expect(subjectsOf(report, 'file-type').length + subjectsOf(report, 'media-not-found').length).toBe(37)
    const menu = entries.find((entry) => entry.kind === 'menu')
    expect((menu?.kind === 'menu' ? menu.items.length : 0) + subjectsOf(report, 'other-menu').length).toBe(70)
    expect(entries.filter((entry) => entry.kind === 'beside')).toHaveLength(33)
    expect(entries.find((entry) => entry.kind === 'users')).toMatchObject({ users: [{}, {}] })
    for (const { body, metadata } of items) expect(body, metadata.title).not.toMatch(/[\uE000\uE001]/)
  }, 120_000)

  it('keeps more than 100 images of the block test data', async () => {
    const path = join(corpora, 'wordpress/64-block-test-data.xml')
    const { items } = await imported('wordpress', path)
    expect(items.length).toBeGreaterThan(20)
    expect(
      items
        .map(({ body }) => body)
        .join('')
        .match(/!\[|<img/g)?.length,
    ).toBeGreaterThan(100)
  }, 120_000)
})
