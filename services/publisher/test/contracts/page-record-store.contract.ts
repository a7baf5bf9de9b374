/** The promises of a PageRecordStore. */
import { describe, expect, it } from 'vitest'
import type { PageRecordStore, RecordPart } from '../../src/core/reports/links/page-record-store.ts'

const part = (name: string): RecordPart => ({
  lines: [`/${name}/`, `#é ${name}`],
  pages: [[`${name}/index.html`, `digest ${name}`, [0, 1, 0], `own\nof ${name}`]],
})
const [a, b, c] = [part('a'), part('b'), part('c')]

export function pageRecordStoreContract(open: () => Promise<PageRecordStore>) {
  describe('the record of pages', () => {
    it('is empty at first', async () => {
      expect(await (await open()).read('x', 0)).toEqual({ position: 0, isAnew: false, parts: [] })
    })

    it('answers the portions behind a position, oldest first', async () => {
      const store = await open()
      const first = await store.append('x', 0, [a, b], false)
      const second = await store.append('x', first, [c], false)
      expect((await store.read('x', 0)).parts).toEqual([a, b, c])
      expect(await store.read('x', first)).toEqual({ position: second, isAnew: false, parts: [c] })
      expect(await store.read('x', second)).toEqual({ position: second, isAnew: false, parts: [] })
    })

    it('is one for each output', async () => {
      const store = await open()
      await store.append('x', 0, [a], false)
      await store.append('y', 0, [b], false)
      expect((await store.read('x', 0)).parts).toEqual([a])
      expect((await store.read('y', 0)).parts).toEqual([b])
    })

    it('begins anew where it is replaced, and says so to whoever knew the one before', async () => {
      const store = await open()
      const first = await store.append('x', 0, [a, b], false)
      const second = await store.append('x', first, [b, c], true)
      expect(second).toBeGreaterThan(first)
      const third = await store.append('x', second, [a], false)
      for (const known of [0, first])
        expect(await store.read('x', known)).toEqual({ position: third, isAnew: true, parts: [b, c, a] })
      expect(await store.read('x', second)).toEqual({ position: third, isAnew: false, parts: [a] })
    })

    it('begins anew for whoever knows more than there is, as after a backup was put back', async () => {
      const store = await open()
      const position = await store.append('x', 0, [a], false)
      expect(await store.read('x', position + 5)).toEqual({ position, isAnew: true, parts: [a] })
    })

    it.each([false, true])(
      'is not changed by a publisher that was overtaken (replacing: %j)',
      async (isAnew) => {
        const store = await open()
        const position = await store.append('x', 0, [a], false)
        const both = await Promise.allSettled([
          store.append('x', position, [b], isAnew),
          store.append('x', position, [c], isAnew),
        ])
        expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
        expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
          reason: { kind: 'unavailable', code: 'RECORDS_OVERTAKEN' },
        })
        await expect(store.append('x', 0, [b], isAnew)).rejects.toMatchObject({ code: 'RECORDS_OVERTAKEN' })
        expect((await store.read('x', 0)).position).toBe(position + 1)
      },
    )

    describe('the reports of broken links', () => {
      const found = (n: number) => ({
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
      const save = (store: PageRecordStore, outputDir: string, report: ReturnType<typeof found>) =>
        store.saveLinkReport(outputDir, { ...report, links: links(report.total) })

      it('are those of the generation that each output shows', async () => {
        const store = await open()
        expect(await store.linkReport('x')).toBeUndefined()
        await save(store, 'x', { ...found(1), total: 5 })
        await save(store, 'x', found(1))
        await save(store, 'y', { ...found(1), total: 0, listed: [] })
        expect(await store.linkReport('x')).toEqual(found(1))
        expect(await store.linkReport('y')).toEqual({ ...found(1), total: 0, listed: [] })
        await save(store, 'x', found(2))
        expect(await store.linkReport('x')).toEqual(found(2))
        await store.showLinkReport('x', found(1).generationId)
        expect(await store.linkReport('x')).toEqual(found(1))
        expect(await store.linkReport('y')).toMatchObject({ total: 0 })
        await store.showLinkReport('x', found(3).generationId)
        expect(await store.linkReport('x')).toBeUndefined()
      })

      it('are read part by part, in their order, of the generation that the output shows', async () => {
        const store = await open()
        const part = (offset: number) => store.brokenLinks('x', { limit: 2, offset })
        expect(await part(0)).toEqual({ items: [], total: 0 })
        await save(store, 'x', found(5))
        await save(store, 'y', found(1))
        expect(await part(0)).toEqual({ items: links(5).slice(0, 2), total: 5 })
        expect(await part(4)).toEqual({ items: links(5).slice(4), total: 5 })
        expect(await part(9)).toEqual({ items: [], total: 5 })
        await save(store, 'x', found(6))
        await store.showLinkReport('x', found(5).generationId)
        expect((await part(0)).total).toBe(5)
        await store.showLinkReport('x', found(7).generationId)
        expect(await part(0)).toEqual({ items: [], total: 0 })
      })

      it('are kept of as many generations as can be put back, and not for ever', async () => {
        const store = await open()
        for (let n = 1; n <= 20; n++) await save(store, 'x', found(n))
        await save(store, 'y', found(1))
        for (const [n, isKept] of [
          [1, false],
          [15, true],
          [20, true],
        ] as const) {
          await store.showLinkReport('x', found(n).generationId)
          expect(await store.linkReport('x')).toEqual(isKept ? found(n) : undefined)
        }
      })
    })
  })
}
