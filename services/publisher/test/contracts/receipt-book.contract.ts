/** The contract of ReceiptBook. */
import { describe, expect, it } from 'vitest'
import type { Change, Receipt } from '../../src/core/reports/history/receipt.ts'
import { changesWaiting, type ReceiptBook } from '../../src/core/reports/history/receipt-book.ts'

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second, 7))

export const change = (n: number, changes: Partial<Change> = {}): Change => ({
  id: uuid(n),
  kind: 'menu',
  entityId: '',
  revision: n,
  what: 'changed',
  title: null,
  slug: null,
  acceptedAt: at(n),
  updatedAt: null,
  ...changes,
})

export const receipt = (n: number, changes: Partial<Receipt> = {}): Receipt => ({
  generationId: uuid(n),
  trigger: 'event',
  outputDir: '_site',
  state: 'planned',
  changes: [],
  changesTotal: 0,
  files: { total: 5, rendered: 1, written: 2, copied: 3, removed: 4 },
  reasons: [{ reason: 'entry', files: 1 }],
  startedAt: at(n),
  plannedAt: at(n + 1),
  renderedAt: null,
  activatedAt: null,
  finishedAt: null,
  error: null,
  shared: { menu: `digest ${n}` },
  ...changes,
})

export function receiptBookContract(open: () => Promise<ReceiptBook>) {
  describe('changes', () => {
    it('wait for a generation in the order in which they were saved', async () => {
      const book = await open()
      const post = change(3, {
        kind: 'post',
        entityId: uuid(9),
        title: 'Ünï',
        slug: 'u',
        updatedAt: at(3).toISOString(),
      })
      await book.note([change(2), post])
      await book.note([change(1)])
      await book.note([])
      expect(await book.pending()).toEqual({ changes: [change(1), change(2), post], total: 3 })
      await book.end(receipt(1, { state: 'activated' }), [uuid(1), uuid(3)])
      expect(await book.pending()).toEqual({ changes: [change(2)], total: 1 })
    })

    it('are deduplicated, also for two events of one save', async () => {
      const book = await open()
      const saved = { kind: 'post' as const, entityId: uuid(9), updatedAt: at(1).toISOString() }
      await book.note([change(1)])
      await book.note([change(1)])
      await book.note([change(2, { ...saved, what: 'created' })])
      await book.note([change(3, { ...saved, what: 'published' })])
      const { changes } = await book.pending()
      expect(changes.map(({ what, revision }) => [what, revision])).toEqual([
        ['changed', 1],
        ['published', 3],
      ])
    })

    it('give the same result when they are noted together or one by one', async () => {
      const [book, other] = [await open(), await open()]
      const saved = { kind: 'post' as const, entityId: uuid(9), updatedAt: at(2).toISOString() }
      const notes = [
        change(4),
        change(2, { ...saved, what: 'created' }),
        change(1),
        change(3, { ...saved, what: 'published' }),
        change(1),
      ]
      await book.note(notes)
      for (const note of notes) await other.note([note])
      const pending = await book.pending()
      expect(pending.changes.map(({ what, revision }) => [what, revision])).toEqual([
        ['changed', 1],
        ['published', 3],
        ['changed', 4],
      ])
      expect(pending).toEqual(await other.pending())
    })

    it('are trimmed to the newest', async () => {
      const book = await open()
      await book.note(Array.from({ length: changesWaiting + 2 }, (_, n) => change(n + 1)))
      await book.trim()
      const { changes, total } = await book.pending()
      expect([total, changes[0]?.id]).toEqual([changesWaiting, uuid(3)])
    })
  })

  describe('receipts', () => {
    it('are found by generation in their latest state', async () => {
      const book = await open()
      expect(await book.find(uuid(1))).toBeUndefined()
      expect(await book.find('none')).toBeUndefined()
      await book.write(receipt(1, { changes: [change(1)], changesTotal: 1 }))
      expect(await book.find(uuid(1))).toEqual(receipt(1, { changes: [change(1)], changesTotal: 1 }))
      const ended = receipt(1, {
        state: 'activated',
        renderedAt: at(3),
        activatedAt: at(4),
        finishedAt: at(5),
        changes: [change(1)],
      })
      await book.end(ended, [])
      expect(await book.find(uuid(1))).toEqual(ended)
    })

    it('are listed newest first, in pages', async () => {
      const book = await open()
      for (const n of [1, 2, 3]) await book.write(receipt(n))
      await book.end(receipt(1, { state: 'failed', error: 'no' }), [])
      const ids = async (limit: number, offset: number) =>
        (await book.list({ limit, offset })).receipts.map(({ generationId }) => generationId)
      expect(await ids(2, 0)).toEqual([uuid(3), uuid(2)])
      expect(await ids(2, 2)).toEqual([uuid(1)])
      expect((await book.list({ limit: 1, offset: 0 })).total).toBe(3)
    })

    it('are listed after any position in the order in which they ended', async () => {
      const book = await open()
      expect(await book.lastPosition()).toBe(0)
      for (const n of [1, 2, 3]) await book.write(receipt(n))
      await book.end(receipt(2, { state: 'activated' }), [])
      const first = await book.lastPosition()
      await book.end(receipt(1, { state: 'unchanged' }), [])
      const ended = await book.endedAfter(0, 10)
      expect(ended.map(({ generationId, state }) => [generationId, state])).toEqual([
        [uuid(2), 'activated'],
        [uuid(1), 'unchanged'],
      ])
      expect(await book.endedAfter(first, 10)).toEqual([
        { ...receipt(1, { state: 'unchanged' }), position: await book.lastPosition() },
      ])
      expect(await book.endedAfter(0, 1)).toHaveLength(1)
    })

    it('return the digests of shared values, such as the menu, in the active generation', async () => {
      const book = await open()
      expect(await book.lastShared('_site')).toBeUndefined()
      await book.end(receipt(1, { state: 'activated' }), [])
      await book.end(receipt(2, { state: 'activated', outputDir: 'other' }), [])
      await book.end(receipt(3, { state: 'failed' }), [])
      await book.write(receipt(4))
      expect(await book.lastShared('_site')).toEqual({ menu: 'digest 1' })
    })
  })
}
