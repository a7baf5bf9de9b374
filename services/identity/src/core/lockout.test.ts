import { describe, expect, it } from 'vitest'
import {
  type Counter,
  clearFailures,
  failAttempt,
  reserveAttempt,
  standing,
  untouchedCounter,
  withdrawAttempt,
} from './lockout.ts'

const start = Date.parse('2026-01-01T12:00:00.000Z')
const at = (minutes: number) => new Date(start + minutes * 60_000)

/** A counter after a failure at each of these minutes. */
const failed = (...minutes: number[]): Counter =>
  minutes.reduce(
    (counter, minute, i) =>
      failAttempt(reserveAttempt(counter, `a${i}`, at(minute)).counter, `a${i}`, at(minute)),
    untouchedCounter,
  )
const running = (count: number, counter = untouchedCounter): Counter =>
  Array.from({ length: count }).reduce<Counter>(
    (before, _, i) => reserveAttempt(before, `r${i}`, at(0)).counter,
    counter,
  )

describe('the lockout', () => {
  it('counts down four failures and locks at the fifth', () => {
    const remaining = [1, 2, 3, 4, 5].map((count) => standing(failed(...Array(count).fill(0)), at(0)))
    expect(remaining.map((state) => state.remaining)).toEqual([4, 3, 2, 1, 0])
    expect(remaining.map((state) => state.locked)).toEqual([false, false, false, false, true])
  })

  it('locks for 15 minutes from the fifth failure', () => {
    const counter = failed(0, 1, 2, 3, 4)
    expect(standing(counter, at(4)).resetAt).toEqual(at(19))
    expect(reserveAttempt(counter, 'x', at(18.9)).verdict).toBe('locked')
    expect(reserveAttempt(counter, 'x', at(19)).verdict).toBe('granted')
  })

  it('is not extended by attempts, and removes all failures when it ends', () => {
    let counter = failed(0, 0, 0, 0, 0)
    for (const minute of [3, 9, 14]) counter = reserveAttempt(counter, `x${minute}`, at(minute)).counter
    expect(standing(counter, at(14.9)).resetAt).toEqual(at(15))
    expect(standing(counter, at(15))).toMatchObject({ locked: false, remaining: 5 })
  })

  it('drops each failure after 15 minutes', () => {
    const counter = failed(0, 10, 10, 10)
    expect(standing(counter, at(14.9))).toMatchObject({ remaining: 1, resetAt: at(15) })
    expect(standing(counter, at(15))).toMatchObject({ remaining: 2, resetAt: at(25) })
    expect(
      standing(failAttempt(reserveAttempt(counter, 'x', at(16)).counter, 'x', at(16)), at(16)).locked,
    ).toBe(false)
  })

  it('allows no sixth check while five are running', () => {
    expect(reserveAttempt(running(4), 'x', at(0)).verdict).toBe('granted')
    expect(reserveAttempt(running(5), 'x', at(0)).verdict).toBe('wait')
    expect(reserveAttempt(running(2, failed(0, 0, 0)), 'x', at(0)).verdict).toBe('wait')
  })

  it('removes the attempt of a check that succeeded or never ran', () => {
    expect(reserveAttempt(clearFailures(running(5), 'r0', at(0)), 'x', at(0)).verdict).toBe('granted')
    expect(reserveAttempt(withdrawAttempt(running(5), 'r0'), 'x', at(0)).verdict).toBe('granted')
  })

  it('drops failures after a success, but not the running checks', () => {
    const counter = clearFailures(running(2, failed(0, 0, 0)), 'r0', at(0))
    expect(standing(counter, at(0)).remaining).toBe(5)
    expect(standing(failAttempt(counter, 'r1', at(0)), at(0)).remaining).toBe(4)
  })

  it('stays locked if a correct password is verified during the lock', () => {
    const counter = clearFailures(failed(0, 0, 0, 0, 0), 'late', at(1))
    expect(standing(counter, at(1)).locked).toBe(true)
  })

  it('counts a check that never completes as a failure', () => {
    expect(reserveAttempt(running(5), 'x', at(0.9)).verdict).toBe('wait')
    const { counter, verdict } = reserveAttempt(running(5), 'x', at(1))
    expect(verdict).toBe('locked')
    expect(standing(counter, at(1)).resetAt).toEqual(at(16))
  })
})
