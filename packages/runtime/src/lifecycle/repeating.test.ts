import { describe, expect, it } from 'vitest'
import { createLogger } from '../log/index.ts'
import { repeating } from './index.ts'

const log = createLogger('test', 'silent')

describe('repeating work', () => {
  it('runs at start and then repeatedly, even after an error, and never concurrently', async () => {
    const enough = Promise.withResolvers<void>()
    let [running, most, times] = [0, 0, 0]
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 3))
      running--
      if (++times === 3) enough.resolve()
      if (times % 2 === 1) throw new Error('not this time')
    }
    const part = repeating({ name: 'work', everyMs: 1, log, work })
    await part.start()
    await enough.promise
    await part.stop()
    expect([most, running]).toEqual([1, 0])
  })

  it('stops without waiting for the next run, but waits for a running one', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const order: string[] = []
    const work = async () => {
      started.resolve()
      await finish.promise
      order.push('work')
    }
    const part = repeating({ name: 'work', everyMs: 3_600_000, log, work })
    await part.start()
    await started.promise
    const stopped = part.stop().then(() => order.push('stop'))
    finish.resolve()
    await stopped
    expect(order).toEqual(['work', 'stop'])
  })

  it('can stop before it was started', async () => {
    await repeating({ name: 'work', everyMs: 1, log, work: async () => undefined }).stop()
  })
})
