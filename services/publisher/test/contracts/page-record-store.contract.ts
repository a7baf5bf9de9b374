/** The contract of PageRecordStore. */
import { describe, expect, it } from 'vitest'
import type { PageRecord, PageRecordStore } from '../../src/core/reports/links/page-record-store.ts'

const record = (name: string, digest = `digest ${name}`): PageRecord => ({
  path: `${name}/index.html`,
  digest,
  ids: `é "${name}" \0`,
  links: [`/${name}/`, '/é/\0', '/\ud800'],
  facts: {
    kind: 'post',
    template: 'templates/post.html',
    shared: ['site', 'menu'],
    own: { kind: 'post', id: 'p', title: 'One', updatedAt: 't' },
    shows: [{ kind: 'page', id: 'q', title: 'Two' }],
    lastChange: { generationId: 'g', at: 't', reasons: ['new'] },
  },
})
const [a, b, c] = [record('a'), record('b'), record('c')]

async function read(store: PageRecordStore, outputDir: string, after: number) {
  const { chunks, ...rest } = await store.read(outputDir, after)
  const records: PageRecord[] = []
  for await (const chunk of chunks) records.push(...chunk)
  return { ...rest, records: records.sort((x, y) => (x.path < y.path ? -1 : 1)) }
}

export function pageRecordStoreContract(open: () => Promise<PageRecordStore>) {
  describe('the records of pages', () => {
    it('are empty at first', async () => {
      const store = await open()
      expect(await read(store, 'x', 0)).toEqual({ version: 0, isAll: false, records: [] })
      expect(await store.page('x', a.path)).toBeUndefined()
    })

    it('are read by path or as all changes since a version, separately for each output', async () => {
      const store = await open()
      const first = await store.write('x', 0, [a, b], [])
      const second = await store.write('x', first, [record('b', 'changed'), c], [a.path])
      await store.write('y', 0, [b], [])
      const changed = [record('b', 'changed'), c]
      expect(await read(store, 'x', 0)).toEqual({ version: second, isAll: false, records: changed })
      expect(await read(store, 'x', first)).toEqual({ version: second, isAll: false, records: changed })
      expect(await read(store, 'x', second)).toEqual({ version: second, isAll: false, records: [] })
      expect(await store.page('x', a.path)).toBeUndefined()
      expect(await store.page('x', b.path)).toEqual(record('b', 'changed'))
      expect(await store.page('y', b.path)).toEqual(b)
    })

    it('are read completely for a large site', async () => {
      const store = await open()
      const many = Array.from({ length: 1_501 }, (_, n) => record(String(n).padStart(4, '0')))
      const version = await store.write('x', 0, many, [])
      expect(await read(store, 'x', 0)).toEqual({ version, isAll: false, records: many })
    })

    it('are all read again if the reader is ahead of the store, as after a restore', async () => {
      const store = await open()
      const version = await store.write('x', 0, [a], [])
      expect(await read(store, 'x', version + 5)).toEqual({ version, isAll: true, records: [a] })
    })

    it('cannot be changed by a publisher that has read an outdated version of them', async () => {
      const store = await open()
      const version = await store.write('x', 0, [a], [])
      const both = await Promise.allSettled([
        store.write('x', version, [b], []),
        store.write('x', version, [c], []),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { kind: 'unavailable', code: 'RECORDS_OVERTAKEN' },
      })
      await expect(store.write('x', 0, [b], [a.path])).rejects.toMatchObject({ code: 'RECORDS_OVERTAKEN' })
      expect((await read(store, 'x', 0)).records).toHaveLength(2)
    })

    describe('the reports of broken links', () => {
      const linkReport = (n: number) => ({
        generationId: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
        checkedAt: new Date(1_767_225_600_000 + n),
        pages: 2,
        total: n,
        listed: [{ page: 'a.html', link: `/gone-${n}/#é` }],
      })
      const links = (n: number) =>
        Array.from({ length: n }, (_, i) => ({
          link: `/gone-${i}/#é`,
          pagesTotal: 5,
          pages: ['a.html', 'ü "b".html'],
        }))
      const save = (store: PageRecordStore, outputDir: string, report: ReturnType<typeof linkReport>) =>
        store.saveLinkReport(outputDir, { ...report, links: links(report.total) })

      it('belong to the active generation of each output', async () => {
        const store = await open()
        expect(await store.linkReport('x')).toBeUndefined()
        await save(store, 'x', { ...linkReport(1), total: 5 })
        await save(store, 'x', linkReport(1))
        await save(store, 'y', { ...linkReport(1), total: 0, listed: [] })
        expect(await store.linkReport('x')).toEqual(linkReport(1))
        expect(await store.linkReport('y')).toEqual({ ...linkReport(1), total: 0, listed: [] })
        await save(store, 'x', linkReport(2))
        expect(await store.linkReport('x')).toEqual(linkReport(2))
        await store.showLinkReport('x', linkReport(1).generationId)
        expect(await store.linkReport('x')).toEqual(linkReport(1))
        expect(await store.linkReport('y')).toMatchObject({ total: 0 })
        await store.showLinkReport('x', linkReport(3).generationId)
        expect(await store.linkReport('x')).toBeUndefined()
      })

      it('are paginated in order, for the active generation', async () => {
        const store = await open()
        const part = (offset: number) => store.brokenLinks('x', { limit: 2, offset })
        expect(await part(0)).toEqual({ items: [], total: 0 })
        await save(store, 'x', linkReport(5))
        await save(store, 'y', linkReport(1))
        expect(await part(0)).toEqual({ items: links(5).slice(0, 2), total: 5 })
        expect(await part(4)).toEqual({ items: links(5).slice(4), total: 5 })
        expect(await part(9)).toEqual({ items: [], total: 5 })
        await save(store, 'x', linkReport(6))
        await store.showLinkReport('x', linkReport(5).generationId)
        expect((await part(0)).total).toBe(5)
        await store.showLinkReport('x', linkReport(7).generationId)
        expect(await part(0)).toEqual({ items: [], total: 0 })
      })

      it('are stored as long as their generations can be restored', async () => {
        const store = await open()
        for (let n = 1; n <= 20; n++) await save(store, 'x', linkReport(n))
        await save(store, 'y', linkReport(1))
        for (const [n, isKept] of [
          [1, false],
          [15, true],
          [20, true],
        ] as const) {
          await store.showLinkReport('x', linkReport(n).generationId)
          expect(await store.linkReport('x')).toEqual(isKept ? linkReport(n) : undefined)
        }
      })
    })
  })
}
