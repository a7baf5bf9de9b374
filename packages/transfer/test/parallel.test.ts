import { expect, it } from 'vitest'
import { inParallel } from '../src/operations/parallel.ts'

async function* numbers(last: number) {
  for (let n = 1; n <= last; n++) yield n
}

it('starts no task after an error, and throws the first error after running tasks complete', async () => {
  const started: number[] = []
  const ended: number[] = []
  const running = Promise.withResolvers<void>()
  const failed = inParallel(
    numbers(9),
    () => 4,
    async (n) => {
      started.push(n)
      if (n === 1) await running.promise
      if (n === 2) running.resolve()
      if (n !== 1) throw new Error(`task ${n} failed`)
      ended.push(n)
    },
  )
  await expect(failed).rejects.toThrow('task 2 failed')
  expect([started, ended]).toEqual([[1, 2], [1]])
})

it('throws an error of the iterated items after running tasks complete', async () => {
  const ended: number[] = []
  async function* broken() {
    yield* numbers(2)
    throw new Error('source failed')
  }
  const failed = inParallel(
    broken(),
    () => 4,
    async (n) => void ended.push(n),
  )
  await expect(failed).rejects.toThrow('source failed')
  expect(ended).toEqual([1, 2])
})

it('runs no more tasks at a time than the limit', async () => {
  let [running, most] = [0, 0]
  await inParallel(
    numbers(9),
    () => 3,
    async () => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running -= 1
    },
  )
  expect(most).toBeLessThanOrEqual(3)
})
