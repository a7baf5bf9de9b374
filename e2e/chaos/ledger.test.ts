import { describe, expect, it } from 'vitest'
import { deletedValue, openLedger } from './ledger.ts'

const found = (values: Record<string, readonly string[]>) => new Map(Object.entries(values))
const noErrors = { lost: [], doubled: [], unrequested: [] }

describe('the ledger', () => {
  it('accepts the last acknowledged value of every entity', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.acknowledged('a', '2')
    ledger.acknowledged('b', '1')
    ledger.acknowledged('b', deletedValue)
    expect(ledger.errors(found({ a: ['2'] }))).toEqual(noErrors)
    expect(ledger.count()).toBe(4)
  })

  it.each([
    ['an old value', { a: ['1'] }],
    ['nothing', {}],
  ])('reports a lost value if the system has %s', (_, values) => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.acknowledged('a', '2')
    expect(ledger.errors(found(values)).lost).toHaveLength(1)
  })

  it('reports a deleted entity that still exists', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.acknowledged('a', deletedValue)
    expect(ledger.errors(found({ a: ['1'] })).lost).toEqual(['a is "1" instead of "(deleted)"'])
  })

  it('also accepts the value of a later request without a response', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    ledger.unconfirmed('a', '2')
    expect(ledger.errors(found({ a: ['1'] }))).toEqual(noErrors)
    expect(ledger.errors(found({ a: ['2'] }))).toEqual(noErrors)
    expect(ledger.errors(found({ a: ['3'] })).lost).toHaveLength(1)
  })

  it('rejects the value of an unanswered request that expired before a later acknowledgement', () => {
    let now = 0
    const ledger = openLedger(() => now)
    ledger.unconfirmed('a', '1')
    now = 20_000
    ledger.acknowledged('a', '2')
    expect(ledger.errors(found({ a: ['1'] })).lost).toHaveLength(1)
  })

  it('reports entities that exist twice or were never requested', () => {
    const ledger = openLedger()
    ledger.acknowledged('a', '1')
    expect(ledger.errors(found({ a: ['1', '1'], b: ['1'] }))).toEqual({
      lost: [],
      doubled: ['a exists 2 times'],
      unrequested: ['b was never requested'],
    })
  })
})
