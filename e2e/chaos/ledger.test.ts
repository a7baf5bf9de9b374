import { describe, expect, it } from 'vitest'
import { gone, openLedger } from './ledger.ts'

const found = (values: Record<string, readonly string[]>) => new Map(Object.entries(values))
const nothing = { lost: [], doubled: [], unrequested: [] }

describe('the ledger', () => {
  it('accepts the last acknowledged value of every entity', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.acknowledged('a', '2')
    ledger.acknowledged('b', '1')
    ledger.acknowledged('b', gone)
    expect(ledger.errors(found({ a: ['2'] }))).toEqual(nothing)
    expect(ledger.count()).toBe(4)
  })

  it.each([
    ['an old value', { a: ['1'] }],
    ['nothing', {}],
  ])('reports a lost value where there is %s', (_, there) => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.acknowledged('a', '2')
    expect(ledger.errors(found(there)).lost).toHaveLength(1)
  })

  it('reports a deleted entity that exists', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.acknowledged('a', gone)
    expect(ledger.errors(found({ a: ['1'] })).lost).toEqual(['a is "1" instead of "(deleted)"'])
  })

  it('accepts the value of a later request without a reply, and no other', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.unanswered('a', '2')
    expect(ledger.errors(found({ a: ['1'] }))).toEqual(nothing)
    expect(ledger.errors(found({ a: ['2'] }))).toEqual(nothing)
    expect(ledger.errors(found({ a: ['3'] })).lost).toHaveLength(1)
  })

  it('rejects the value of a request without a reply after a later acknowledgement and the maximum duration', () => {
    let now = 0
    const ledger = openLedger(() => now)
    ledger.unanswered('a', '1')
    now = 20_000
    ledger.acknowledged('a', '2')
    expect(ledger.errors(found({ a: ['1'] })).lost).toHaveLength(1)
  })

  it('reports duplicates and entities that were not requested', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    expect(ledger.errors(found({ a: ['1', '1'], b: ['1'] }))).toEqual({
      lost: [],
      doubled: ['a exists 2 times'],
      unrequested: ['b was never requested'],
    })
  })
})
