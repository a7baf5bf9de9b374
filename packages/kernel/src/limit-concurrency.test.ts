import { expect, it } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

it('limits concurrent tasks and starts queued ones in order, even after an error', async () => {
  const run = limitConcurrency(2)
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const results = ends.map(({ promise }, at) =>
    run(async () => {
      started.push(at)
      await promise
      return at
    }),
  )
  const outcome = Promise.allSettled(results)
  expect(started).toEqual([0, 1])
  ends[1]?.reject(new Error('not this one'))
  await results[1]?.catch(() => undefined)
  expect(started).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  expect((await outcome).map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    0,
    'failed',
    2,
    3,
    4,
  ])
})

it('rejects work when the queue is full, and accepts more as work starts', async () => {
  const run = limitConcurrency(1, { maxWaiting: 1, refuse: () => new Error('full') })
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = [run(() => first.promise), run(() => second.promise)]
  await expect(run(async () => 'third')).rejects.toThrow('full')
  first.resolve()
  await running[0]
  const fourth = run(async () => 'fourth')
  await expect(run(async () => 'fifth')).rejects.toThrow('full')
  second.resolve()
  expect(await fourth).toBe('fourth')
})
