import { describe, expect, it } from 'vitest'
import { networkBudget } from './network-budget.ts'

function budgetOf(loginsPerMinute: number) {
  let now = 0
  const budget = networkBudget({ clock: () => new Date(now), loginsPerMinute })
  const advance = (ms: number) => {
    now += ms
  }
  return { budget, advance }
}
const granted = { isGranted: true }

describe('the budget of a client network', () => {
  it('grants all attempts of one minute immediately, then refills gradually', () => {
    const { budget, advance } = budgetOf(6)
    expect(Array.from({ length: 6 }, () => budget.take('a'))).toEqual(Array(6).fill(granted))
    expect(budget.take('a')).toEqual({ isGranted: false, retryAfterSeconds: 10, isFirst: true })
    expect(budget.take('a')).toEqual({ isGranted: false, retryAfterSeconds: 10, isFirst: false })
    expect(budget.take('b')).toEqual(granted)
    advance(9_000)
    expect(budget.take('a')).toEqual({ isGranted: false, retryAfterSeconds: 1, isFirst: false })
    advance(1_000)
    expect(budget.take('a')).toEqual(granted)
    expect(budget.take('a')).toMatchObject({ isGranted: false })
  })

  it('does not count returned attempts, and never exceeds the attempts of one minute', () => {
    const { budget } = budgetOf(2)
    for (let n = 0; n < 50; n++) {
      expect(budget.take('a')).toEqual(granted)
      budget.giveBack('a')
    }
    budget.giveBack('a')
    budget.giveBack('unknown')
    expect([budget.take('a'), budget.take('a')]).toEqual([granted, granted])
    expect(budget.take('a')).toMatchObject({ isGranted: false })
  })

  it('marks a rejection as the first again after a quiet minute', () => {
    const { budget, advance } = budgetOf(1)
    budget.take('a')
    expect([budget.take('a'), budget.take('a')]).toMatchObject([{ isFirst: true }, { isFirst: false }])
    advance(60_000)
    budget.take('a')
    expect(budget.take('a')).toMatchObject({ isFirst: true })
  })
})
