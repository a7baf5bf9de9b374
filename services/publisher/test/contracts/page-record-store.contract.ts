/** The promises of a PageRecordStore. */
import { describe, expect, it } from 'vitest'
import type { PageRecordStore, RecordPart } from '../../src/core/links/page-record-store.ts'

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
      for (const known of [0, first]) expect(await store.read('x', known)).toEqual({ position: third, isAnew: true, parts: [b, c, a] })
      expect(await store.read('x', second)).toEqual({ position: third, isAnew: false, parts: [a] })
    })

    it('begins anew for whoever knows more than there is, as after a backup was put back', async () => {
      const store = await open()
      const position = await store.append('x', 0, [a], false)
      expect(await store.read('x', position + 5)).toEqual({ position, isAnew: true, parts: [a] })
    })

    it.each([false, true])('is not changed by a publisher that was overtaken (replacing: %j)', async (isAnew) => {
      const store = await open()
      const position = await store.append('x', 0, [a], false)
      const both = await Promise.allSettled([store.append('x', position, [b], isAnew), store.append('x', position, [c], isAnew)])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { kind: 'unavailable', code: 'RECORDS_OVERTAKEN' } })
      await expect(store.append('x', 0, [b], isAnew)).rejects.toMatchObject({ code: 'RECORDS_OVERTAKEN' })
      expect((await store.read('x', 0)).position).toBe(position + 1)
    })

    it('keeps the last report of broken links of each output', async () => {
      const store = await open()
      expect(await store.linkReport('x')).toBeUndefined()
      const report = {
        generationId: '00000000-0000-7000-8000-000000000001',
        checkedAt: new Date('2026-01-01T00:00:00.001Z'),
        pages: 2,
        total: 1,
      }
      await store.saveLinkReport('x', { ...report, listed: [{ page: 'a.html', link: '/gone/#é' }] })
      await store.saveLinkReport('x', { ...report, total: 2, listed: [{ page: 'b.html', link: '/b/' }] })
      await store.saveLinkReport('y', { ...report, total: 0, listed: [] })
      expect(await store.linkReport('x')).toEqual({ ...report, total: 2, listed: [{ page: 'b.html', link: '/b/' }] })
      expect(await store.linkReport('y')).toEqual({ ...report, total: 0, listed: [] })
    })
  })
}
