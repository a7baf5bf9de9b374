import { expect, test } from 'vitest'
import { rateLimiter } from './rate-limit.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

test('a caller has so many requests a minute, and another caller its own', () => {
  const limiter = rateLimiter(2, () => at(0))
  expect(limiter.peek('a')).toMatchObject({ remaining: 2, exhausted: false })
  expect(limiter.take('a')).toMatchObject({ limit: 2, remaining: 1, exhausted: false, reset: at(60).getTime() / 1000 })
  expect(limiter.take('a')).toMatchObject({ remaining: 0, exhausted: false })
  expect(limiter.take('a')).toMatchObject({ remaining: 0, exhausted: true })
  expect(limiter.take('b')).toMatchObject({ remaining: 1, exhausted: false })
})

test('after the minute the budget is whole again', () => {
  let now = at(0)
  const limiter = rateLimiter(1, () => now)
  limiter.take('a')
  now = at(59.9)
  expect(limiter.take('a').exhausted).toBe(true)
  now = at(60)
  expect(limiter.peek('a').remaining).toBe(1)
  expect(limiter.take('a')).toMatchObject({ exhausted: false, reset: at(120).getTime() / 1000 })
})
