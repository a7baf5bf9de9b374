/** Items, menu and redirects of an import. */
import { describe, expect, it } from 'vitest'
import { scratch } from './files.ts'
import { importServer } from './import-server.ts'
import { archiveOf, importInto, itemFile, mediaFiles } from './imports.ts'

const folder = scratch()

describe('redirects of an archive', () => {
  const custom = { pageType: 'custom' }
  const items = {
    'pages/team.md': itemFile('team', custom),
    'pages/team/people.md': itemFile('people', { ...custom, parentPage: 'team', aliases: ['/people/'] }),
    'posts/hello.md': itemFile('hello', { aliases: ['/old/', '/2020/hello/'] }),
  }

  it('are not imported if they redirect an alias to its own item', async () => {
    const server = await importServer()
    const redirects = [
      { from: '/people/', to: '/team/people/' },
      { from: '/old/', to: '/post/hello/' },
    ]
    await importInto(server, await archiveOf(folder, { ...items, 'redirects.json': redirects }))
    expect(server.redirects).toEqual([])
  })

  it('are imported if they redirect an alias elsewhere', async () => {
    const server = await importServer()
    const redirects = [
      { from: '/people/', to: '/post/hello/' },
      { from: '/old/', status: 410 },
      { from: '/2020/hello/', to: '/post/hello/', status: 302 },
      { from: '/other/', to: '/team/' },
    ]
    const archive = await archiveOf(folder, { ...items, 'redirects.json': redirects })
    expect(await importInto(server, archive)).toMatchObject({ created: 7, failed: [] })
    expect(server.redirects).toEqual([
      '"/people/","/post/hello/",301',
      '"/old/","",410',
      '"/2020/hello/","/post/hello/",302',
      '"/other/","/team/",301',
    ])
  })
})

describe('the menu of an archive', () => {
  const home = { id: 'home', title: 'Home', url: '/' }
  const blog = { id: 'blog', title: 'Blog', url: '/blog/', parent: 'home', class: 'wide' }
  const archive = () => archiveOf(folder, { 'menu.json': [{ ...home, parent: null }, blog] })

  it('is created by the first run, and left unchanged by the second', async () => {
    const server = await importServer()
    expect(await importInto(server, await archive())).toMatchObject({ created: 1, replaced: 0 })
    const result = await importInto(server, await archive())
    expect(result).toMatchObject({ created: 0, replaced: 0, unchanged: 1, notApplied: {} })
    expect(server.requests.filter(({ name }) => name === 'PUT /api/menu')).toHaveLength(1)
  })

  it.each([
    ['title', [{ ...home, title: 'Start' }, blog]],
    ['class', [home, { ...blog, class: 'narrow' }]],
    ['parent', [home, { ...blog, parent: null }]],
    ['order', [blog, home]],
    ['number of items', [home, blog, { id: 'more', title: 'More', url: '/more/' }]],
  ])('replaces an existing menu that has a different %s', async (_what, menu) => {
    const server = await importServer()
    server.menu = menu
    expect(await importInto(server, await archive())).toMatchObject({ created: 0, replaced: 1 })
    expect(server.menu).toEqual([{ ...home, parent: null }, blog])
  })

  it('is reported as not applied if excluded, and as failed if refused', async () => {
    const server = await importServer()
    server.menu = [home]
    const excluded = await importInto(server, await archive(), { withMenu: false })
    expect(excluded).toMatchObject({ created: 0, replaced: 0, unchanged: 0, notApplied: { menu: 2 } })
    server.refusals.set('PUT /api/menu', 'VALIDATION_ERROR')
    const refused = await importInto(server, await archive())
    expect(refused).toMatchObject({ replaced: 0, failed: [{ subject: 'menu.json' }] })
    expect(server.menu).toEqual([home])
  })
})

it('writes the new image URLs into items and their revisions', async () => {
  const server = await importServer()
  const images = { featuredImage: { url: '/old/a.png', alt: 'A' }, socialImage: { url: '/old/a.png' } }
  const revision = {
    ...{ revision: 1, author: 'ada', createdAt: '2024-01-02T00:00:00.000Z', title: 'One', slug: 'one' },
    ...{ status: 'draft', changed: ['title'], snapshot: false, content: '![](/old/a.png)' },
    metadata: { ...images, excerpt: 'Words', extra: { url: '/old/a.png' } },
  }
  const without = { ...revision, metadata: { featuredImage: null } }
  const archive = await archiveOf(folder, {
    ...mediaFiles('a.png', 'an image'),
    'posts/one.md': itemFile('one', images, '![](/old/a.png)'),
    'revisions/posts/one.jsonl': `${JSON.stringify(revision)}\n${JSON.stringify(without)}\n`,
  })
  await importInto(server, archive)
  const url = server.files[0]?.url
  const content = `![](${url})`
  const written = { featuredImage: { url, alt: 'A' }, socialImage: { url } }
  expect(server.items).toMatchObject([{ metadata: written, content }])
  expect(server.items[0]?.revisions).toEqual([
    { ...revision, content, metadata: { ...written, excerpt: 'Words', extra: { url: '/old/a.png' } } },
    { ...without, content },
  ])
})
