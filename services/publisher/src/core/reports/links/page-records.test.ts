import { expect, it } from 'vitest'
import { memoryPageRecordStore } from '../../../../test/memory/page-records.ts'
import { atOnce } from '../../pages/in-turns.ts'
import { pageRecords } from './page-records.ts'

const facts = { kind: 'page', template: null, shared: [], own: null, shows: [], lastChange: null }
const page = (path: string, digest: string, ...links: readonly string[]) => ({
  path,
  digest,
  links,
  ids: '',
  facts,
})

const changed = (path: string) => ({
  base: 'g1',
  added: new Set<string>(),
  changed: new Set([path]),
  removed: new Set<string>(),
})

/** Two publishers of one site. The first has built and changed it and checked its links. */
async function twoPublishers() {
  const store = memoryPageRecordStore()
  const [first, second] = [pageRecords(store), pageRecords(store)]
  const names = ['a.html', 'b.html', 'c.html']
  const files = new Map(names.map((name) => [name, '1']))
  await first.begin('_site')
  for (const name of names) first.add(page(name, '1', '/c.html'))
  await first.save(files)
  await first.begin('_site')
  first.add(page('a.html', '1', '/gone'))
  expect(atOnce(first.check({ id: 'g1', files, basePath: '' }))).toMatchObject({ pages: 3, total: 1 })
  await first.save(files)
  return { store, first, second, files }
}

it('a check covers the changes since the last one', async () => {
  const { first, files: from } = await twoPublishers()
  await first.begin('_site')
  first.add(page('a.html', '2', '/b.html'))
  first.add(page('b.html', '1', '/nowhere'))
  const files = new Map(from).set('a.html', '2')
  expect(atOnce(first.check({ id: 'g2', files, basePath: '' }, changed('a.html')))).toEqual({
    pages: 3,
    total: 1,
    listed: [{ page: 'b.html', link: '/nowhere' }],
    links: [{ link: '/nowhere', pagesTotal: 1, pages: ['b.html'] }],
  })
})

it('a site that is activated again after another publisher built one is checked as a whole', async () => {
  const { first, second, files: from } = await twoPublishers()
  await second.begin('_site')
  second.add(page('a.html', '2', '/b.html'))
  await second.save(new Map(from).set('a.html', '2'))
  await first.begin('_site')
  first.add(page('b.html', '3', '/a.html'))
  const files = new Map(from).set('b.html', '3')
  expect(atOnce(first.check({ id: 'g2', files, basePath: '' }, changed('b.html')))).toMatchObject({
    pages: 2,
    total: 0,
  })
})

it('records of removed pages are deleted, and links that no page has are dropped', async () => {
  const { store, first, second, files } = await twoPublishers()
  await first.begin('_site')
  const many = Array.from({ length: 30_000 }, (_, n) => `/${n}`)
  first.add(page('a.html', '2', ...many))
  await first.save(new Map([...files].filter(([path]) => path !== 'c.html')).set('a.html', '2'))
  expect(await store.page('_site', 'c.html')).toBeUndefined()
  for (const records of [first, second]) {
    await records.begin('_site')
    records.add(page('b.html', '4', '/29999', '/c.html'))
    const now = new Map([...['a.html', 'b.html'].map((path) => [path, '4'] as const)])
    expect(atOnce(records.check({ id: 'g3', files: now, basePath: '' }))).toMatchObject({
      pages: 1,
      total: 2,
    })
    if (records === first) await records.save(now)
  }
})

it('records that could not be saved are dropped', async () => {
  const { first, second, files } = await twoPublishers()
  for (const records of [first, second]) await records.begin('_site')
  second.add(page('a.html', '2'))
  await second.save(files)
  first.add(page('a.html', 'lost'))
  await expect(first.save(files)).rejects.toMatchObject({ code: 'RECORDS_OVERTAKEN' })
  await first.begin('_site')
  expect(first.of('a.html')?.digest).toBe('2')
})
