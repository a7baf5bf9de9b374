import { expect, test } from 'vitest'
import { sharedCall } from './shared-call.ts'

/** A call that ends when told to. */
function steps() {
  const ends: (() => void)[] = []
  let begun = 0
  return {
    begun: () => begun,
    call: () => {
      const mine = ++begun
      return new Promise<number>((resolve) => ends.push(() => resolve(mine)))
    },
    endOldest: async () => {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('who asks while a call runs shares the next one', async () => {
  const { call, begun, endOldest } = steps()
  const shared = sharedCall(call)
  const first = shared()
  const others = [shared(), shared(), shared()]
  expect(begun()).toBe(1)
  await endOldest()
  expect(begun()).toBe(2)
  const late = shared()
  await endOldest()
  await endOldest()
  expect(await first).toBe(1)
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  expect(await late).toBe(3)
})

test('after the last answer the next question calls at once', async () => {
  const { call, begun, endOldest } = steps()
  const shared = sharedCall(call)
  const first = shared()
  await endOldest()
  await first
  void shared()
  expect(begun()).toBe(2)
})

test('a failure reaches those who shared the call, and nobody after them', async () => {
  let calls = 0
  const shared = sharedCall(async () => {
    if (++calls === 1) throw new Error('away')
    return calls
  })
  const first = shared()
  const second = shared()
  await expect(first).rejects.toThrow('away')
  expect(await second).toBe(2)
})
