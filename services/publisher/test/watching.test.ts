import { anonymous } from '@typecase/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import type { SiteEvent } from '../src/core/reports/history/site-event.ts'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite, aSourceTheme } from './support/sites.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function publisher(...args: Parameters<typeof testPublisher>) {
  const made = testPublisher(...args)
  const gone = new AbortController()
  closing.push(made.close, () => gone.abort())
  const watch = (after?: number) =>
    made.app.watchSite.watch(made.admin, after, gone.signal)[Symbol.asyncIterator]()
  return { ...made, watch, gone }
}

const site = () => aSourceSite({ posts: [aPost('one', { at: 1 }), aPost('two', { at: 2 })] })

/** The next events up to one of that type. */
async function until(
  events: AsyncIterator<SiteEvent>,
  type: SiteEvent['type'],
): Promise<readonly SiteEvent[]> {
  const found: SiteEvent[] = []
  for (let next = await events.next(); !next.done; next = await events.next()) {
    found.push(next.value)
    if (next.value.type === type) return found
  }
  return found
}

const types = (events: readonly SiteEvent[]) => events.map(({ type }) => type)

describe('a reader of site events', () => {
  it('gets the status, then the events of a generation in order', async () => {
    const { watch, generate, signals } = publisher(site())
    const events = watch()
    expect((await events.next()).value).toMatchObject({
      type: 'status',
      position: 0,
      status: { current: undefined, last: undefined },
    })
    const generation = await generate()
    signals.give()
    const got = await until(events, 'activated')
    expect(types(got)).toEqual(['started', 'planned', 'activated'])
    expect(got).toMatchObject([
      { generation: { id: generation?.id, state: 'running' } },
      {
        receipt: {
          generationId: generation?.id,
          state: 'planned',
          activatedAt: null,
          files: { rendered: generation?.pagesTotal },
        },
      },
      { position: 1, receipt: { generationId: generation?.id, state: 'activated' } },
    ])
  })

  it('gets the progress of a running generation', async () => {
    let signals = { give: (): void => undefined }
    const made = publisher(site())
    signals = made.signals
    const { ledger, watch, generate } = made
    const events = watch()
    await events.next()
    ledger.intercept('progress', async (forward, ...given) => {
      await forward(...given)
      signals.give()
      await new Promise(setImmediate)
    })
    await generate()
    signals.give()
    const got = await until(events, 'activated')
    expect(new Set(types(got))).toEqual(new Set(['started', 'planned', 'progress', 'activated']))
    expect(types(got).indexOf('started')).toBe(0)
    expect(types(got).filter((type) => type === 'started' || type === 'planned')).toHaveLength(2)
  })

  it('gets failures, and changes that are not visible', async () => {
    const { watch, generate, event, change, signals } = publisher(site())
    await generate()
    const events = watch()
    await events.next()
    await event()
    signals.give()
    expect((await until(events, 'unchanged')).at(-1)).toMatchObject({ receipt: { files: { rendered: 0 } } })
    change({ ...site(), theme: aSourceTheme({ 'templates/post.html': '{{#if}}' }) })
    await event()
    signals.give()
    expect((await until(events, 'failed')).at(-1)).toMatchObject({
      position: 3,
      receipt: { error: expect.stringContaining('Parse error') },
    })
  })

  it('that joins between the end of a receipt and of its generation gets the end once', async () => {
    const made = publisher(site())
    const { watch, app, admin, ledger, signals } = made
    const events: AsyncIterator<SiteEvent>[] = []
    const begun: (readonly SiteEvent[])[] = []
    const restore = ledger.intercept('finish', async (forward, ...given) => {
      for (let n = 0; n < 2; n += 1) {
        const each = watch()
        events.push(each)
        begun.push(await until(each, 'activated'))
      }
      await forward(...given)
    })
    const { id } = await app.generateSite(admin, {})
    await made.run()
    signals.give()
    for (const got of begun) {
      expect(types(got)).toEqual(['status', 'activated'])
      expect(got).toMatchObject([
        { status: { current: { id, state: 'running' } } },
        { receipt: { generationId: id, state: 'activated' } },
      ])
    }
    restore()
    const next = await made.generate()
    signals.give()
    for (const each of events) {
      const got = await until(each, 'activated')
      expect(types(got)).toEqual(['started', 'planned', 'activated'])
      expect(got.at(-1)).toMatchObject({ receipt: { generationId: next?.id } })
    }
  })

  it('gets events that occur right after a read, without another signal', async () => {
    for (let steps = 0; steps < 12; steps += 1) {
      const { watch, generate, signals } = publisher(site())
      const events = watch()
      await events.next()
      await generate()
      signals.give()
      const next = until(events, 'activated').then(async () => {
        for (let n = 0; n < steps; n += 1) await undefined
        signals.give()
      })
      await next
      // The next end is sent, whatever the order of reads.
      await generate()
      signals.give()
      expect(types(await until(events, 'activated')), `${steps} steps`).toContain('activated')
    }
  })

  it('that returns gets missed events first', async () => {
    const { watch, generate } = publisher(site())
    for (let n = 0; n < 3; n += 1) await generate()
    const got = await until(watch(1), 'status')
    expect(got.map((event) => ('position' in event ? [event.type, event.position] : []))).toEqual([
      ['activated', 2],
      ['activated', 3],
      ['status', 3],
    ])
    expect(types(await until(watch(99), 'status'))).toEqual(['status'])
  })

  it('that is too slow gets the status instead', async () => {
    const { watch, receipts, generate, signals } = publisher(site())
    await generate()
    const events = watch()
    await events.next()
    const [ended] = await receipts.endedAfter(0, 1)
    if (!ended) throw new Error('no receipt')
    const { position: _, ...receipt } = ended
    for (let n = 0; n < 150; n += 1) await receipts.end({ ...receipt, generationId: `g${n}` }, [])
    signals.give()
    // The status has the position of the last dropped event.
    const [status] = await until(events, 'status')
    expect(status).toMatchObject({ type: 'status', position: expect.any(Number) })
    expect(status && 'position' in status && status.position).toBeGreaterThan(64)
  })

  it('is ended when the service stops or the reader leaves', async () => {
    const { watch, app, gone } = publisher(site())
    const [one, two] = [watch(), watch()]
    await Promise.all([one.next(), two.next()])
    const waiting = one.next()
    await two.return?.()
    app.watchSite.end()
    expect(await waiting).toEqual({ done: true, value: undefined })
    const late = watch()
    await late.next()
    gone.abort()
    expect((await late.next()).done).toBe(true)
  })

  it('gets errors of reading', async () => {
    const { watch, ledger, signals } = publisher(site())
    const events = watch()
    await events.next()
    ledger.intercept('overview', () => Promise.reject(new Error('away')))
    signals.give()
    await expect(events.next()).rejects.toThrow('away')
  })

  it('must be an administrator', async () => {
    const { app } = publisher(site())
    const signal = new AbortController().signal
    const editor = { kind: 'user', id: 'u', username: 'ed', role: 'editor', sessionId: 's' } as const
    await expect(app.watchSite.watch(editor, undefined, signal).next()).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await expect(app.watchSite.watch(anonymous, undefined, signal).next()).rejects.toMatchObject({
      kind: 'unauthenticated',
    })
  })
})
