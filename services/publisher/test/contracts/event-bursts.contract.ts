import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenedLedger } from './generation-queue.contract.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

/** The contract of GenerationLedger for bursts of events. */
export function eventBurstsContract(open: () => Promise<OpenedLedger>): void {
  describe('events', () => {
    let { ledger, newId } = {} as OpenedLedger

    beforeEach(async () => {
      ;({ ledger, newId } = await open())
    })
    const about = () => ({ id: newId(), trigger: 'event', options: null }) as const

    it('wait until their burst ends if there are at least five, up to the limit', async () => {
      const change = (second: number) =>
        ledger.request({
          ...about(),
          dueAt: at(second + 1),
          burstDueAt: at(second + 5),
          latestAt: at(20),
        })
      for (const second of [1, 2, 3, 4]) await change(second)
      expect(await ledger.next(at(4))).toEqual({ dueAt: at(5) })
      await change(5)
      expect(await ledger.next(at(5))).toEqual({ dueAt: at(10) })
      for (let second = 6; second < 19; second++) await change(second)
      expect(await ledger.next(at(19))).toEqual({ dueAt: at(20) })
    })

    it('that are requested together count individually', async () => {
      const request = (second: number, requests: number) =>
        ledger.request({
          ...about(),
          requests,
          dueAt: at(second + 1),
          burstDueAt: at(second + 5),
          latestAt: at(second + 20),
        })
      await request(1, 4)
      expect(await ledger.next(at(1))).toEqual({ dueAt: at(2) })
      await request(2, 1)
      expect(await ledger.next(at(2))).toEqual({ dueAt: at(7) })
      await ledger.start((await ledger.request({ ...about(), dueAt: at(1) })).id, null, at(7))
      await request(10, 5)
      expect(await ledger.next(at(10))).toEqual({ dueAt: at(15) })
    })

    it('in a growing burst extend the limit, up to a maximum', async () => {
      const debounce = { eachMs: 100, mostMs: 3_000 }
      const change = (second: number, requests: number) =>
        ledger.request({ ...about(), requests, dueAt: at(second + 30), latestAt: at(10), debounce })
      await change(1, 1)
      await change(2, 4)
      expect(await ledger.next(at(2))).toEqual({ dueAt: new Date(Number(at(10)) + 400) })
      await change(3, 16)
      expect(await ledger.next(at(3))).toEqual({ dueAt: at(12) })
      await change(4, 500)
      expect(await ledger.next(at(4))).toEqual({ dueAt: at(13) })
    })

    it('delay the generation to the latest due time, up to the limit', async () => {
      const event = (second: number) =>
        ledger.request({ ...about(), dueAt: at(second), latestAt: at(second + 5) })
      const first = await event(10)
      expect((await event(12)).id).toBe(first.id)
      expect(await ledger.next(at(5))).toEqual({ dueAt: at(12) })
      await event(11)
      expect(await ledger.next(at(5))).toEqual({ dueAt: at(12) })
      await event(50)
      expect(await ledger.next(at(5))).toEqual({ dueAt: at(15) })
    })
  })
}
