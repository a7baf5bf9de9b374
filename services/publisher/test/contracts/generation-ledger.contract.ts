import { beforeEach, describe, expect, it } from 'vitest'
import type { SiteFact } from '../../src/core/releases/events.ts'
import type { Generation } from '../../src/core/releases/generation.ts'
import type { GenerationEnd } from '../../src/core/releases/generation-ledger.ts'
import { generationQueueContract, type OpenedLedger } from './generation-queue.contract.ts'

const options = { outputDir: '_site', baseUrl: '', cleanUrls: true }
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

/** The contract of GenerationLedger. Each test has its own ledger. */
export function generationLedgerContract(open: () => Promise<OpenedLedger>): void {
  let { ledger, newId, facts } = {} as OpenedLedger

  beforeEach(async () => {
    ;({ ledger, newId, facts } = await open())
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

  describe('a generation', () => {
    it('runs once: a second start is rejected', async () => {
      const { id } = await manual()
      await ledger.start(id, options, at(2))
      await expect(ledger.start(id, options, at(2))).rejects.toMatchObject({ code: 'LEASE_LOST' })
      expect((await ledger.overview()).current).toMatchObject({
        id,
        state: 'running',
        attempts: 1,
        startedAt: at(2),
        options,
      })
    })

    it('reports its progress and its result', async () => {
      const generation = await manual()
      const run = await started(generation, 2)
      await ledger.progress(generation.id, { pagesDone: 1, pagesTotal: 2, pagesWritten: 1 })
      expect((await ledger.overview()).current).toMatchObject({
        pagesDone: 1,
        pagesTotal: 2,
        pagesWritten: 1,
      })
      await ledger.finish(run, success(generation, 3))
      const { current, last, lastSuccess } = await ledger.overview()
      expect(current).toBeUndefined()
      expect(last).toMatchObject({
        id: generation.id,
        state: 'succeeded',
        startedAt: at(2),
        finishedAt: at(3),
        errors: [],
      })
      expect(lastSuccess).toEqual(last)
      expect(await facts()).toEqual(['publisher.site.generated'])
    })

    it('that failed keeps its errors, and the last success is still reported', async () => {
      const good = await manual()
      await runWhole(good, 2)
      const bad = await manual()
      const run = await started(bad, 5)
      const errors = [
        { message: 'Parse "error" ü', template: 'templates/post.html', line: 3, page: 'post/a/index.html' },
      ]
      const failed: SiteFact = {
        type: 'publisher.site.failed',
        data: { ...fact(bad).data, message: 'Parse error' },
      }
      await ledger.finish(run, {
        state: 'failed',
        finishedAt: at(6),
        pagesDone: 0,
        pagesTotal: 2,
        pagesWritten: 0,
        errors,
        fact: failed,
      })
      const { last, lastSuccess } = await ledger.overview()
      expect(last).toMatchObject({ id: bad.id, state: 'failed', errors })
      expect(lastSuccess?.id).toBe(good.id)
      expect(await facts()).toEqual(['publisher.site.generated', 'publisher.site.failed'])
    })

    it('that succeeded keeps the errors of single pages', async () => {
      const generation = await manual()
      const run = await started(generation, 2)
      const errors = [{ message: 'Shown as it is', page: 'post/a/index.html' }]
      await ledger.finish(run, { ...success(generation, 3), errors })
      expect((await ledger.overview()).lastSuccess).toMatchObject({ state: 'succeeded', errors })
    })

    it('still runs, and publishes no event, if it fails to switch the site', async () => {
      const run = await started(await manual(), 2)
      await expect(ledger.whileRunning(run, () => Promise.reject(new Error('disk full')))).rejects.toThrow(
        'disk full',
      )
      expect((await ledger.overview()).current?.state).toBe('running')
      expect(await facts()).toEqual([])
    })

    it('is not taken over while it switches the site', async () => {
      const run = await started(await manual(), 2)
      const steps: string[] = []
      let takeover: Promise<unknown> | undefined
      await ledger.whileRunning(run, async () => {
        takeover = ledger.postpone(run.id, at(9), run.token).then(() => steps.push('taken over'))
        await new Promise((resolve) => setTimeout(resolve, 100))
        steps.push('switched')
      })
      await takeover
      expect(steps).toEqual(['switched', 'taken over'])
    })

    it('is always reported, either as the current one or as the last one', async () => {
      for (let second = 1; second <= 20; second += 2) {
        const generation = await manual()
        const run = await started(generation, second)
        const overviews = Array.from({ length: 6 }, () => ledger.overview())
        await ledger.finish(run, success(generation, second + 1))
        for (const { current, last } of await Promise.all(overviews))
          expect([current?.id, last?.id]).toContain(generation.id)
      }
    })

    it('with invalid settings fails, and has no options', async () => {
      const generation = await byEvent(1)
      const run = await started(generation, 2, null)
      const failed: SiteFact = {
        type: 'publisher.site.failed',
        data: {
          id: generation.id,
          trigger: 'event',
          outputDir: '',
          pagesTotal: 0,
          pagesWritten: 0,
          durationMs: 1,
          message: 'bad',
        },
      }
      const counts = { pagesDone: 0, pagesTotal: 0, pagesWritten: 0 }
      await ledger.finish(run, {
        state: 'failed',
        ...counts,
        finishedAt: at(3),
        fact: failed,
        errors: [{ message: 'bad' }],
      })
      expect((await ledger.overview()).last).toMatchObject({
        id: generation.id,
        options: null,
        state: 'failed',
        errors: [{ message: 'bad' }],
      })
    })

    it('that was taken over does not switch the site', async () => {
      const generation = await manual()
      const run = await started(generation, 2)
      await ledger.recover(at(3))
      let isSwitched = false
      const work = ledger.whileRunning(run, async () => {
        isSwitched = true
      })
      await expect(work).rejects.toMatchObject({ code: 'LEASE_LOST' })
      expect(isSwitched).toBe(false)
      await expect(ledger.finish(run, success(generation, 4))).rejects.toMatchObject({ code: 'LEASE_LOST' })
    })

    it('that another replica took over is neither finished nor postponed by the first', async () => {
      const generation = await manual()
      const first = await started(generation, 2)
      await ledger.recover(at(3))
      const second = await started(generation, 4)
      expect(second.token).toBeGreaterThan(first.token)
      let isSwitched = false
      const work = ledger.whileRunning(first, async () => {
        isSwitched = true
      })
      await expect(work).rejects.toMatchObject({ code: 'LEASE_LOST' })
      expect(isSwitched).toBe(false)
      await expect(ledger.finish(first, success(generation, 5))).rejects.toMatchObject({ code: 'LEASE_LOST' })
      await ledger.postpone(first.id, at(9), first.token)
      expect((await ledger.overview()).current).toMatchObject({
        id: generation.id,
        state: 'running',
        attempts: 2,
      })
      await ledger.finish(second, success(generation, 6))
      expect((await ledger.overview()).last).toMatchObject({ id: generation.id, finishedAt: at(6) })
    })

    it('of a dead process returns to the front of the queue, merged with an equal one', async () => {
      const dead = await manual()
      await ledger.start(dead.id, options, at(2))
      await manual()
      await manual({ outputDir: 'other' })
      await ledger.recover(at(3))
      expect(await due(4)).toMatchObject({ id: dead.id, state: 'queued', attempts: 1, startedAt: null })
      await runWhole(dead, 5)
      expect((await due(7))?.options?.outputDir).toBe('other')
    })

    it('that is due late does not delay a change that is due earlier', async () => {
      await ledger.request({ id: newId(), trigger: 'event', options: null, dueAt: at(300), latestAt: at(1) })
      expect(await ledger.next(at(4))).toEqual({ dueAt: at(300) })
      await ledger.request({ id: newId(), trigger: 'event', options: null, dueAt: at(4), latestAt: at(9) })
      expect(await due(4)).toMatchObject({ state: 'queued', trigger: 'event' })
    })

    it('that is postponed waits, and reads the settings again if it is automatic', async () => {
      const generation = await byEvent(1)
      await ledger.start(generation.id, options, at(2))
      await byEvent(3)
      const errors = [{ message: 'The file storage is not available' }]
      await ledger.postpone(generation.id, at(30), undefined, errors)
      expect((await ledger.overview()).current).toMatchObject({ id: generation.id, state: 'queued', errors })
      expect(await ledger.next(at(4))).toEqual({ dueAt: at(30) })
      expect(await due(30)).toMatchObject({ id: generation.id, options: null, attempts: 1 })
      await ledger.start(generation.id, options, at(31))
      expect((await ledger.overview()).current).toMatchObject({ state: 'running', errors: [] })
      await ledger.postpone(generation.id, at(40))
      await ledger.drop(generation.id)
      expect(await ledger.next(at(60))).toBeUndefined()
    })
  })
  generationQueueContract(open)
}
