import { describe, expect, it } from 'vitest'
import { gone, openLedger } from './ledger.ts'

const found = (values: Record<string, readonly string[]>) => new Map(Object.entries(values))
const nothing = { lost: [], doubled: [], uncalled: [] }

describe('the ledger', () => {
  it('finds nothing wrong when everything has the value that was acknowledged last', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.acknowledged('a', '2')
    ledger.acknowledged('b', '1')
    ledger.acknowledged('b', gone)
    expect(ledger.faults(found({ a: ['2'] }))).toEqual(nothing)
    expect(ledger.count()).toBe(4)
  })

  it.each([
    ['an old value', { a: ['1'] }],
    ['nothing', {}],
  ])('finds what is lost where there is %s', (_, there) => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.acknowledged('a', '2')
    expect(ledger.faults(found(there)).lost).toHaveLength(1)
  })

  it('finds what was deleted and is there', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.acknowledged('a', gone)
    expect(ledger.faults(found({ a: ['1'] })).lost).toEqual(['a is "1" instead of "(gone)"'])
  })

  it('allows the value of a later request whose answer was not seen, and no other', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.unanswered('a', '2')
    expect(ledger.faults(found({ a: ['1'] }))).toEqual(nothing)
    expect(ledger.faults(found({ a: ['2'] }))).toEqual(nothing)
    expect(ledger.faults(found({ a: ['3'] })).lost).toHaveLength(1)
  })

  it('allows a request without an answer no more when a later one was acknowledged and it can be under way no longer', () => {
    let now = 0
    const ledger = openLedger(() => now)
    ledger.unanswered('a', '1')
    now = 20_000
    ledger.acknowledged('a', '2')
    expect(ledger.faults(found({ a: ['1'] })).lost).toHaveLength(1)
  })

  it('finds what is there twice, and what nobody has asked for', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    expect(ledger.faults(found({ a: ['1', '1'], b: ['1'] }))).toEqual({
      lost: [],
      doubled: ['a is there 2 times'],
      uncalled: ['b was never asked for'],
    })
  })
})
