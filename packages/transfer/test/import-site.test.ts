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

  it('are left to the server where they go from an alias to its item', async () => {
    const server = await importServer()
    const redirects = [
      { from: '/people/', to: '/team/people/' },
      { from: '/old/', to: '/post/hello/' },
    ]
    await importInto(server, await archiveOf(folder, { ...items, 'redirects.json': redirects }))
    expect(server.redirects).toEqual([])
  })

  it('are imported where administrators redirect the address of an alias elsewhere', async () => {
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
