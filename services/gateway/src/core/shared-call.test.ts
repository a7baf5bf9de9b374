import { expect, test } from 'vitest'
import { sharedCall, sharedCallBy } from './shared-call.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A call that completes when the test calls `endOldest`. */
function steps() {
  const completions: (() => void)[] = []
  let started = 0
  return {
    started: () => started,
    call: () => {
      const number = ++started
      return new Promise<number>((resolve) => completions.push(() => resolve(number)))
    },
    endOldest: async () => {
      completions.shift()?.()
      await turn()
    },
  }
}

test('calls during a running call share the next one', async () => {
  const { call, started, endOldest } = steps()
  const shared = sharedCall(call)
  const first = shared()
  await turn()
  const others = [shared(), shared(), shared()]
  expect(started()).toBe(1)
  await endOldest()
  expect(started()).toBe(2)
  const late = shared()
  await endOldest()
  await endOldest()
  expect(await first).toBe(1)
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  expect(await late).toBe(3)
})

test('calls in the same tick share one call', async () => {
  const { call, started, endOldest } = steps()
  const shared = sharedCall(call)
  const all = [shared(), shared(), shared()]
  await turn()
  await endOldest()
  expect(await Promise.all(all)).toEqual([1, 1, 1])
  expect(started()).toBe(1)
})

test('a call after the last result starts immediately', async () => {
  const { call, started, endOldest } = steps()
  const shared = sharedCall(call)
  const first = shared()
  await turn()
  await endOldest()
  await first
  void shared()
  await turn()
  expect(started()).toBe(2)
})

test('a failure reaches the callers that shared the call, and no later callers', async () => {
  const away = Promise.withResolvers<number>()
  let calls = 0
  const shared = sharedCall(() => (++calls === 1 ? away.promise : Promise.resolve(calls)))
  const first = [shared(), shared()]
  await turn()
  const second = shared()
  away.reject(new Error('away'))
  for (const one of first) await expect(one).rejects.toThrow('away')
  expect(await second).toBe(2)
})

test('calls are shared per key', async () => {
  const asked: string[] = []
  const shared = sharedCallBy(async (key) => {
    asked.push(key)
    return `${key} ${asked.length}`
  })
  expect(await Promise.all([shared('a'), shared('b'), shared('a')])).toEqual(['a 1', 'b 2', 'a 1'])
  expect(await shared('a')).toBe('a 3')
})
