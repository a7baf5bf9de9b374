import { expect, test } from 'vitest'
import { rateLimiter } from './rate-limit.ts'
import { type RequestCounter, shareBudgets } from './share-budgets.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

test('a caller has its own budget per minute', () => {
  const limiter = rateLimiter(2, () => at(0))
  expect(limiter.peek('a')).toMatchObject({ remaining: 2, exhausted: false })
  expect(limiter.take('a')).toMatchObject({
    limit: 2,
    remaining: 1,
    exhausted: false,
    reset: at(60).getTime() / 1000,
  })
  expect(limiter.take('a')).toMatchObject({ remaining: 0, exhausted: false })
  expect(limiter.take('a')).toMatchObject({ remaining: 0, exhausted: true })
  expect(limiter.take('b')).toMatchObject({ remaining: 1, exhausted: false })
})

test('the budget is restored after a minute', () => {
  let now = at(0)
  const limiter = rateLimiter(1, () => now)
  limiter.take('a')
  now = at(59.9)
  expect(limiter.take('a').exhausted).toBe(true)
  now = at(60)
  expect(limiter.peek('a').remaining).toBe(1)
  expect(limiter.take('a')).toMatchObject({ exhausted: false, reset: at(120).getTime() / 1000 })
})

test('gateways that exchange counts share one budget', async () => {
  const windows = new Map<string, { caller: string; used: number; endsAt: Date }>()
  const count: RequestCounter = async (counts) =>
    counts.map(({ caller, requests }) => {
      const window = { caller, used: (windows.get(caller)?.used ?? 0) + requests, endsAt: at(60) }
      windows.set(caller, window)
      return window
    })
  const gateways = [rateLimiter(40, () => at(0)), rateLimiter(40, () => at(0))] as const
  for (const limiter of gateways) for (let requests = 0; requests < 21; requests++) limiter.take('a')
  expect(gateways.map((limiter) => limiter.take('a').exhausted)).toEqual([false, false])
  for (const limiter of [...gateways, gateways[0]]) {
    limiter.take('a')
    await shareBudgets(limiter, count)
  }
  expect(gateways.map((limiter) => limiter.peek('a'))).toMatchObject([
    { remaining: 0, exhausted: true },
    { exhausted: true },
  ])
  expect(gateways[1].peek('b')).toMatchObject({ remaining: 40 })
})

test('counts of infrequent callers are not shared, and counts of a failed exchange are kept', async () => {
  const limiter = rateLimiter(40, () => at(0))
  limiter.take('little')
  const failing: RequestCounter = async () => {
    throw new Error('away')
  }
  await shareBudgets(limiter, failing)
  for (let requests = 0; requests < 3; requests++) limiter.take('much')
  await expect(shareBudgets(limiter, failing)).rejects.toThrow('away')
  expect(limiter.takeUnshared(10)).toEqual([{ caller: 'much', requests: 3 }])
})
