import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { postgresSiteSignals } from './site-signals.ts'

describe('signals of the database', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Signals of a database that says what the test says, and how often they were given. */
  async function begun() {
    let notify: (payload?: string) => void = () => undefined
    const listen = async (_: string, fn: (payload?: string) => void) => {
      notify = fn
      return async () => undefined
    }
    const { subscribe, part } = postgresSiteSignals({ listen, schema: 'publisher' })
    await part.start()
    const listener = vi.fn()
    const leave = subscribe(listener)
    vi.advanceTimersByTime(0)
    listener.mockClear()
    return { listener, leave, notify: (payload: string) => notify(payload) }
  }

  it('are given at most four times a second', async () => {
    const { listener, notify } = await begun()
    for (let step = 0; step < 10; step += 1) {
      notify('')
      vi.advanceTimersByTime(100)
    }
    expect(listener).toHaveBeenCalledTimes(4)
  })

  it('are given at once at the end of a generation', async () => {
    const { listener, notify } = await begun()
    notify('')
    expect(listener).not.toHaveBeenCalled()
    notify('ended')
    vi.advanceTimersByTime(0)
    expect(listener).toHaveBeenCalledTimes(1)
    notify('')
    vi.advanceTimersByTime(250)
    expect(listener, 'what follows waits its time').toHaveBeenCalledTimes(2)
  })

  it('are given now and then where nothing is said, and not to who has left', async () => {
    const { listener, leave, notify } = await begun()
    vi.advanceTimersByTime(2_000)
    expect(listener).toHaveBeenCalledTimes(1)
    leave()
    notify('ended')
    vi.advanceTimersByTime(10_000)
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
