import { expect, it } from 'vitest'
import { AppError, exhausted } from './index.ts'

const withCode = (code: string) => Object.assign(new Error('inside'), { code })

it('finds the exhausted resource in an error or its cause', () => {
  expect(exhausted(withCode('ENOSPC'))).toEqual({ code: 'ENOSPC', reason: 'the disk is full' })
  const cause = new Error('between', { cause: withCode('53100') })
  expect(exhausted(new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'Away', { cause }))).toMatchObject({
    code: '53100',
  })
})

it('ignores other errors, and stops at an error that is its own cause', () => {
  for (const other of [
    withCode('ECONNREFUSED'),
    withCode('constructor'),
    new Error('x'),
    'ENOSPC',
    undefined,
  ])
    expect(exhausted(other)).toBeUndefined()
  const endless = new Error('endless')
  endless.cause = endless
  expect(exhausted(endless)).toBeUndefined()
})
