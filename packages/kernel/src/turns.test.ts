import { expect, it } from 'vitest'
import { turns } from './turns.ts'

it('runs so many at a time and no more, the others in their order, also after one has failed', async () => {
  const turn = turns(2)
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const results = ends.map(({ promise }, at) =>
    turn(async () => {
      begun.push(at)
      await promise
      return at
    }),
  )
  const settled = Promise.allSettled(results)
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('not this one'))
  await results[1]?.catch(() => undefined)
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  expect((await settled).map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    0,
    'failed',
    2,
    3,
    4,
  ])
})

it('refuses those for whom there is no room to wait, and has room again for each that was begun', async () => {
  const turn = turns(1, { mayWait: 1, refuse: () => new Error('full') })
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = [turn(() => first.promise), turn(() => second.promise)]
  await expect(turn(async () => 'third')).rejects.toThrow('full')
  first.resolve()
  await running[0]
  const fourth = turn(async () => 'fourth')
  await expect(turn(async () => 'fifth')).rejects.toThrow('full')
  second.resolve()
  expect(await fourth).toBe('fourth')
})
