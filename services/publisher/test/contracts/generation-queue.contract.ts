import { beforeEach, describe, expect, it } from 'vitest'
import type { SiteFact } from '../../src/core/releases/events.ts'
import type { Generation } from '../../src/core/releases/generation.ts'
import type { GenerationEnd, GenerationLedger } from '../../src/core/releases/generation-ledger.ts'

export interface OpenedLedger {
  readonly ledger: GenerationLedger
  readonly newId: () => string
  facts(): Promise<readonly string[]>
}

const options = { outputDir: '_site', baseUrl: '', cleanUrls: true }
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

/** The contract of GenerationLedger for its queue. Each test has its own ledger. */
export function generationQueueContract(open: () => Promise<OpenedLedger>): void {
  let { ledger, newId } = {} as OpenedLedger

  beforeEach(async () => {
    ;({ ledger, newId } = await open())
  })
  const manual = (changes: object = {}) =>
    ledger.request({ id: newId(), trigger: 'manual', options: { ...options, ...changes }, dueAt: at(1) })
  const byEvent = (second: number) =>
    ledger.request({ id: newId(), trigger: 'event', options: null, dueAt: at(second) })
  const fact = ({ id, trigger }: Pick<Generation, 'id' | 'trigger'>): SiteFact => ({
    type: 'publisher.site.generated',
    data: { id, trigger, outputDir: '_site', pagesTotal: 2, pagesWritten: 1, durationMs: 5 },
  })
  const success = (generation: Generation, second: number): GenerationEnd => ({
    state: 'succeeded',
    finishedAt: at(second),
    pagesDone: 2,
    pagesTotal: 2,
    pagesWritten: 1,
    fact: fact(generation),
  })
  const started = async (
    { id }: Generation,
    second: number,
    runOptions: typeof options | null = options,
  ) => ({
    id,
    token: await ledger.start(id, runOptions, at(second)),
  })
  const runWhole = async (generation: Generation, second: number) => {
    await ledger.finish(await started(generation, second), success(generation, second + 1))
  }
  const due = async (second: number) => {
    const next = await ledger.next(at(second))
    return next && 'generation' in next ? next.generation : undefined
  }

  describe('a hold', () => {
    it('delays only automatic generations, until it ends', async () => {
      const event = await byEvent(1)
      await ledger.hold(at(9))
      expect(await ledger.heldUntil()).toEqual(at(9))
      expect(await ledger.next(at(2))).toEqual({ dueAt: at(9) })
      const requested = await manual()
      expect((await due(2))?.id).toBe(requested.id)
      await runWhole(requested, 2)
      await ledger.hold(at(20))
      expect(await due(10)).toBeUndefined()
      expect((await due(20))?.id).toBe(event.id)
      await ledger.hold(undefined)
      expect((await due(10))?.id).toBe(event.id)
      expect(await ledger.heldUntil()).toBeUndefined()
    })
  })

  describe('the queue', () => {
    it('is empty at first', async () => {
      expect(await ledger.next(at(9))).toBeUndefined()
      expect(await ledger.overview()).toEqual({ current: undefined, last: undefined, lastSuccess: undefined })
      expect(await ledger.wasRequested()).toBe(false)
    })

    it('has one generation for equal concurrent requests', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => manual()))
      expect(new Set(all.map(({ id }) => id)).size).toBe(1)
      expect(await ledger.wasRequested()).toBe(true)
    })

    it('has separate generations for other options and another trigger', async () => {
      const all = [
        await manual(),
        await manual({ outputDir: 'other' }),
        await manual({ cleanUrls: false }),
        await byEvent(1),
      ]
      expect(new Set(all.map(({ id }) => id)).size).toBe(4)
    })

    it('accepts one more generation while another runs', async () => {
      const first = await manual()
      await ledger.start(first.id, options, at(1))
      const [second, third] = [await manual(), await manual()]
      expect(second.id).not.toBe(first.id)
      expect(third.id).toBe(second.id)
    })

    it('returns due generations in request order; if none is due, the next due time', async () => {
      const [later, first, second] = [await byEvent(60), await manual(), await manual({ outputDir: 'b' })]
      expect((await due(2))?.id).toBe(first.id)
      await runWhole(first, 2)
      expect((await due(4))?.id).toBe(second.id)
      await runWhole(second, 4)
      expect(await ledger.next(at(6))).toEqual({ dueAt: at(60) })
      expect((await due(60))?.id).toBe(later.id)
    })

    it('drops a generation', async () => {
      const { id } = await byEvent(1)
      await ledger.drop(id)
      expect(await ledger.next(at(9))).toBeUndefined()
      expect((await ledger.overview()).current).toBeUndefined()
    })
  })

  describe('between generations', () => {
    it('a switch has a token between those of the generations before and after', async () => {
      const first = await manual()
      const before = await started(first, 2)
      await ledger.finish(before, success(first, 3))
      const between = await ledger.betweenGenerations(at(1), async (token) => token)
      const after = await started(await manual(), 2)
      expect([before.token, between, after.token].toSorted((a, b) => a - b)).toEqual([
        before.token,
        between,
        after.token,
      ])
      expect(new Set([before.token, between, after.token]).size).toBe(3)
    })

    it('a switch is rejected while a generation runs or is queued, but not if it is postponed', async () => {
      const expectRejected = () =>
        expect(ledger.betweenGenerations(at(1), async () => 'switched')).rejects.toMatchObject({
          code: 'GENERATION_RUNNING',
        })
      const generation = await manual()
      await expectRejected()
      await started(generation, 2)
      await expectRejected()
      await ledger.postpone(generation.id, at(30))
      expect(await ledger.betweenGenerations(at(3), async () => 'switched')).toBe('switched')
    })

    it('no generation starts during a switch', async () => {
      const steps: string[] = []
      const generation = await manual()
      await started(generation, 2)
      await ledger.postpone(generation.id, at(3))
      let starting: Promise<unknown> | undefined
      await ledger.betweenGenerations(at(4), async (token) => {
        starting = started(generation, 4).then((run) =>
          steps.push(run.token > token ? 'started' : 'overtaken'),
        )
        for (let n = 0; n < 20; n++) await ledger.overview()
        steps.push('switched')
      })
      await starting
      expect(steps).toEqual(['switched', 'started'])
    })
  })
}
