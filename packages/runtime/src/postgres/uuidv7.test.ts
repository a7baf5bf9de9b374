import { expect, it, vi } from 'vitest'
import { uuidv7 } from './uuidv7.ts'

it('returns a UUID of version 7 that contains its creation time', () => {
  const before = Date.now()
  const id = uuidv7()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now() + 1)
})

it('returns ids that sort in order of creation, even thousands in one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, uuidv7)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})

it('keeps the order when the clock is set back', () => {
  const before = uuidv7()
  vi.setSystemTime(Date.now() - 60_000)
  const after = uuidv7()
  vi.useRealTimers()
  expect(after > before).toBe(true)
})
