import { describe, expect, it } from 'vitest'
import { type EventStreamOptions, eventStream, type ServerEvent } from './event-stream.ts'

const never = new Promise<never>(() => undefined)

function stream(events: AsyncIterator<ServerEvent>, changes: Partial<EventStreamOptions> = {}) {
  let ended = 0
  const body = eventStream({
    events,
    mayGoOn: () => true,
    mayRead: async () => true,
    onRecheck: () => () => undefined,
    gone: new AbortController().signal,
    ended: () => ended++,
    ...changes,
  })
  return { body, ended: () => ended }
}

async function textOf(body: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const chunk of body) text += chunk
  return text
}

async function* some(...events: readonly ServerEvent[]): AsyncGenerator<ServerEvent> {
  yield* events
}

describe('a stream of events', () => {
  it('sends each event with its name, an optional id, and its data on one line', async () => {
    const { body, ended } = stream(
      some({ name: 'status', id: '7', data: { a: 'x\ny' } }, { name: 'progress', data: 1 }),
    )
    expect(await textOf(body)).toBe(
      'retry: 2000\n\nid: 7\nevent: status\ndata: {"a":"x\\ny"}\n\nevent: progress\ndata: 1\n\n',
    )
    expect(ended()).toBe(1)
  })

  it('sends heartbeats, and ends when its reader loses access', async () => {
    let calls = 0
    const { body } = stream(
      { next: () => never },
      { heartbeatMs: 10, lookMs: 10, mayRead: async () => ++calls < 3 },
    )
    expect(await textOf(body)).toBe('retry: 2000\n\n: still here\n\n: still here\n\n')
  })

  it('checks access immediately if it may have changed, before sending further events', async () => {
    let recheck = (): void => undefined
    let subscribed = 0
    let mayRead = true
    const rechecked = Promise.withResolvers<void>()
    async function* twoEvents(): AsyncGenerator<ServerEvent> {
      yield { name: 'status', data: 1 }
      await rechecked.promise
      yield { name: 'status', data: 2 }
    }
    const { body } = stream(twoEvents(), {
      mayRead: async () => mayRead,
      onRecheck: (listener) => {
        recheck = listener
        subscribed += 1
        return () => {
          subscribed -= 1
        }
      },
    })
    let text = ''
    for await (const chunk of body) {
      text += chunk
      if (!text.includes('data: 1')) continue
      mayRead = false
      recheck()
      rechecked.resolve()
    }
    expect([text, subscribed]).toEqual(['retry: 2000\n\nevent: status\ndata: 1\n\n', 0])
  })

  it('ends when its client disconnects, even while idle', async () => {
    const gone = new AbortController()
    const { body, ended } = stream(
      { next: () => never },
      { gone: gone.signal, lookMs: 60_000, heartbeatMs: 60_000 },
    )
    const text = textOf(body)
    await new Promise((resolve) => setTimeout(resolve, 10))
    gone.abort()
    expect([await text, ended()]).toEqual(['retry: 2000\n\n', 1])
  })

  it('requests each event from its source once, however long the source takes', async () => {
    let calls = 0
    const events = {
      next: async () => {
        calls += 1
        await new Promise((resolve) => setTimeout(resolve, 50))
        return calls > 1 ? { done: true, value: undefined } : { value: { name: 'status', data: calls } }
      },
    } as AsyncIterator<ServerEvent>
    expect(await textOf(stream(events, { heartbeatMs: 5 }).body)).toContain('data: 1\n\n')
    expect(calls).toBe(2)
  })

  it('ends when the server stops, and when its source fails', async () => {
    expect(await textOf(stream({ next: () => never }, { mayGoOn: () => false, heartbeatMs: 10 }).body)).toBe(
      'retry: 2000\n\n',
    )
    expect(await textOf(stream({ next: () => Promise.reject(new Error('away')) }).body)).toBe(
      'retry: 2000\n\n',
    )
  })

  it('applies backpressure to its source', async () => {
    let calls = 0
    const large = { name: 'progress', data: 'x'.repeat(10_000) }
    const { body, ended } = stream({
      next: async () => ({ value: large, done: ++calls > 10_000 }) as IteratorResult<ServerEvent>,
    })
    body.read(0)
    let before = -1
    while (before !== calls) {
      before = calls
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(calls).toBeLessThan(30)
    body.destroy()
    await new Promise((resolve) => body.once('close', resolve))
    expect(ended()).toBe(1)
  })

  it('ends when it is destroyed before its first read', async () => {
    const { body, ended } = stream(some())
    body.destroy()
    await new Promise((resolve) => body.once('close', resolve))
    expect(ended()).toBe(1)
  })
})
