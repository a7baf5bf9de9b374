import { expect, it } from 'vitest'
import { memoryPageRecordStore } from '../../../adapters/memory/page-records.ts'
import { atOnce } from '../../pages/in-turns.ts'
import { pageRecords } from './page-records.ts'

const page = (path: string, digest: string, ...lines: readonly string[]) => ({ path, digest, lines, own: '' })

/** Two publishers of one site, of which the first has made it, changed it, and knows what its links are. */
async function twoPublishers() {
  const store = memoryPageRecordStore()
  const [first, second] = [pageRecords(store), pageRecords(store)]
  const names = ['a.html', 'b.html', 'c.html']
  const files = new Map(names.map((name) => [name, '1']))
  await first.begin('_site')
  first.take(names.map((name) => page(name, '1', '/c.html')))
  await first.keep(files)
  await first.begin('_site')
  first.take([page('a.html', '1', '/gone')])
  expect(atOnce(first.check(files, ''))).toMatchObject({ pages: 3, total: 1 })
  await first.keep(files)
  return { first, second, files }
}

it('what changed since the last check is looked at, and what was taken since', async () => {
  const { first, files: from } = await twoPublishers()
  await first.begin('_site')
  first.take([page('a.html', '2', '/b.html'), page('b.html', '1', '/nowhere')])
  const files = new Map(from).set('a.html', '2')
  expect(atOnce(first.check(files, '', { from, paths: new Set(['a.html']) }))).toEqual({
    pages: 3,
    total: 1,
    listed: [{ page: 'b.html', link: '/nowhere' }],
    links: [{ link: '/nowhere', pagesTotal: 1, pages: ['b.html'] }],
  })
})

it('a site that is there again after another publisher has made one is looked at as a whole', async () => {
  const { first, second, files: from } = await twoPublishers()
  await second.begin('_site')
  second.take([page('a.html', '2', '/b.html')])
  await second.keep(new Map(from).set('a.html', '2'))
  // The site of the first is put back, and its next generation changes another page.
  await first.begin('_site')
  first.take([page('b.html', '3', '/a.html')])
  const files = new Map(from).set('b.html', '3')
  expect(atOnce(first.check(files, '', { from, paths: new Set(['b.html']) }))).toEqual({
    pages: 2,
    total: 0,
    listed: [],
    links: [],
  })
})

/** More than two portions, of which the pages share lines and have some of their own. */
const many = Array.from({ length: 4_500 }, (_, n) =>
  page(`${n}.html`, 'd', '/every', `/${n}`, `/${n % 7}`, 'changed then'),
)
const filesOf = new Map(many.map(({ path, digest }) => [path, digest]))

it('what is written anew in portions is what another publisher reads', async () => {
  const store = memoryPageRecordStore()
  const [first, second] = [pageRecords(store), pageRecords(store)]
  await first.begin('_site')
  first.take(many)
  await first.keep(filesOf)
  await first.begin('_site')
  // Most pages again, without the last; one more after that, as a portion of its own.
  first.take(many.slice(0, 4_000).map((each) => ({ ...each, lines: ['/new', ...each.lines] })))
  const fewer = new Map([...filesOf].slice(0, 4_400))
  await first.keep(fewer)
  await first.begin('_site')
  first.take([page('more.html', 'e', '/every', '/more')])
  await first.keep(new Map(fewer).set('more.html', 'e'))
  await second.begin('_site')
  for (const records of [first, second]) {
    expect(records.page('3999.html')?.lines).toEqual(['/new', '/every', '/3999', '/2', 'changed then'])
    expect(records.page('4399.html')?.lines).toEqual(['/every', '/4399', '/3', 'changed then'])
    expect(records.ownOf('4399.html')?.last).toBe('changed then')
    expect(records.page('4400.html')).toBeUndefined()
    expect(records.page('more.html')?.lines).toEqual(['/every', '/more'])
  }
})

it('is what it was before, where it could not be stored', async () => {
  const store = memoryPageRecordStore()
  const [first, second] = [pageRecords(store), pageRecords(store)]
  for (const records of [first, second]) await records.begin('_site')
  second.take(many)
  await second.keep(filesOf)
  first.take(many.map((each) => ({ ...each, lines: ['/lost'] })))
  await expect(first.keep(filesOf)).rejects.toMatchObject({ code: 'RECORDS_OVERTAKEN' })
  await first.begin('_site')
  expect(first.page('4499.html')?.lines).toEqual(['/every', '/4499', '/5', 'changed then'])
})
