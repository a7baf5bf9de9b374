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
  const fixture = testPublisher(...args)
  const disconnect = new AbortController()
  closing.push(fixture.close, () => disconnect.abort())
  const watch = (after?: number) =>
    fixture.app.watchSite.watch(fixture.admin, after, disconnect.signal)[Symbol.asyncIterator]()
  return { ...fixture, watch, disconnect }
}

const site = () => aSourceSite({ posts: [aPost('one', { at: 1 }), aPost('two', { at: 2 })] })

/** The next events up to one of that type. */
async function until(
  events: AsyncIterator<SiteEvent>,
  type: SiteEvent['type'],
): Promise<readonly SiteEvent[]> {
  const received: SiteEvent[] = []
  for (let next = await events.next(); !next.done; next = await events.next()) {
    received.push(next.value)
    if (next.value.type === type) return received
  }
  return received
}

const types = (events: readonly SiteEvent[]) => events.map(({ type }) => type)

describe('the stream of site events', () => {
  it('sends the status, then the events of a generation in order', async () => {
    const { watch, generate, signals } = publisher(site())
    const events = watch()
    expect((await events.next()).value).toMatchObject({
      type: 'status',
      position: 0,
      status: { current: undefined, last: undefined },
    })
    const generation = await generate()
    signals.emit()
    const received = await until(events, 'activated')
    expect(types(received)).toEqual(['started', 'planned', 'activated'])
    expect(received).toMatchObject([
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

  it('sends `progress` events of a running generation', async () => {
    let signals = { emit: (): void => undefined }
    const fixture = publisher(site())
    signals = fixture.signals
    const { ledger, watch, generate } = fixture
    const events = watch()
    await events.next()
    ledger.intercept('progress', async (forward, ...given) => {
      await forward(...given)
      signals.emit()
      await new Promise(setImmediate)
    })
    await generate()
    signals.emit()
    const received = await until(events, 'activated')
    expect(new Set(types(received))).toEqual(new Set(['started', 'planned', 'progress', 'activated']))
    expect(types(received).indexOf('started')).toBe(0)
    expect(types(received).filter((type) => type === 'started' || type === 'planned')).toHaveLength(2)
  })

  it('sends `failed` events, and `unchanged` when a change does not affect the site', async () => {
    const { watch, generate, event, change, signals } = publisher(site())
    await generate()
    const events = watch()
    await events.next()
    await event()
    signals.emit()
    expect((await until(events, 'unchanged')).at(-1)).toMatchObject({ receipt: { files: { rendered: 0 } } })
    change({ ...site(), theme: aSourceTheme({ 'templates/post.html': '{{#if}}' }) })
    await event()
    signals.emit()
    expect((await until(events, 'failed')).at(-1)).toMatchObject({
      position: 3,
      receipt: { error: expect.stringContaining('Parse error') },
    })
  })

  it('sends `activated` once to a client that connects between receipt and completion', async () => {
    const fixture = publisher(site())
    const { watch, app, admin, ledger, signals } = fixture
    const events: AsyncIterator<SiteEvent>[] = []
    const initialEvents: (readonly SiteEvent[])[] = []
    const restore = ledger.intercept('finish', async (forward, ...given) => {
      for (let n = 0; n < 2; n += 1) {
        const each = watch()
        events.push(each)
        initialEvents.push(await until(each, 'activated'))
      }
      await forward(...given)
    })
    const { id } = await app.generateSite(admin, {})
    await fixture.run()
    signals.emit()
    for (const received of initialEvents) {
      expect(types(received)).toEqual(['status', 'activated'])
      expect(received).toMatchObject([
        { status: { current: { id, state: 'running' } } },
        { receipt: { generationId: id, state: 'activated' } },
      ])
    }
    restore()
    const next = await fixture.generate()
    signals.emit()
    for (const each of events) {
      const received = await until(each, 'activated')
      expect(types(received)).toEqual(['started', 'planned', 'activated'])
      expect(received.at(-1)).toMatchObject({ receipt: { generationId: next?.id } })
    }
  })

  it('sends events that are recorded during a read, without another signal', async () => {
    for (let steps = 0; steps < 12; steps += 1) {
      const { watch, generate, signals } = publisher(site())
      const events = watch()
      await events.next()
      await generate()
      signals.emit()
      const next = until(events, 'activated').then(async () => {
        for (let n = 0; n < steps; n += 1) await undefined
        signals.emit()
      })
      await next
      // The next `activated` event is sent, whatever the timing of the last signal.
      await generate()
      signals.emit()
      expect(types(await until(events, 'activated')), `${steps} steps`).toContain('activated')
    }
  })

  it('replays missed events to a reader that reconnects', async () => {
    const { watch, generate } = publisher(site())
    for (let n = 0; n < 3; n += 1) await generate()
    const received = await until(watch(1), 'status')
    expect(received.map((event) => ('position' in event ? [event.type, event.position] : []))).toEqual([
      ['activated', 2],
      ['activated', 3],
      ['status', 3],
    ])
    expect(types(await until(watch(99), 'status'))).toEqual(['status'])
  })

  it('sends the status instead of old events to a reader that is too slow', async () => {
    const { watch, receipts, generate, signals } = publisher(site())
    await generate()
    const events = watch()
    await events.next()
    const [endedReceipt] = await receipts.endedAfter(0, 1)
    if (!endedReceipt) throw new Error('no receipt')
    const { position: _, ...receipt } = endedReceipt
    for (let n = 0; n < 150; n += 1) await receipts.end({ ...receipt, generationId: `g${n}` }, [])
    signals.emit()
    // The status has the position of the last dropped event.
    const [status] = await until(events, 'status')
    expect(status).toMatchObject({ type: 'status', position: expect.any(Number) })
    expect(status && 'position' in status && status.position).toBeGreaterThan(64)
  })

  it('ends when the service stops or the reader disconnects', async () => {
    const { watch, app, disconnect } = publisher(site())
    const [first, second] = [watch(), watch()]
    await Promise.all([first.next(), second.next()])
    const waiting = first.next()
    await second.return?.()
    app.watchSite.end()
    expect(await waiting).toEqual({ done: true, value: undefined })
    const late = watch()
    await late.next()
    disconnect.abort()
    expect((await late.next()).done).toBe(true)
  })

  it('reports an error if the status cannot be read', async () => {
    const { watch, ledger, signals } = publisher(site())
    const events = watch()
    await events.next()
    ledger.intercept('overview', () => Promise.reject(new Error('unavailable')))
    signals.emit()
    await expect(events.next()).rejects.toThrow('unavailable')
  })

  it('requires an administrator', async () => {
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
