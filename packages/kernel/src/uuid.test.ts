import { expect, it } from 'vitest'
import { firstUuid, isUuid } from './uuid.ts'

it('accepts only ids in the format that Postgres prints, except the nil UUID', () => {
  expect(isUuid('01900000-0000-7000-8000-00000000abcd')).toBe(true)
  for (const other of [
    '',
    firstUuid,
    '01900000-0000-7000-8000-00000000ABCD',
    '0190000000007000800000000000abcd',
    '{01900000-0000-7000-8000-00000000abcd}',
    ' 01900000-0000-7000-8000-00000000abcd',
    '01900000-0000-7000-8000-00000000abcd\n',
  ])
    expect(isUuid(other), other).toBe(false)
})
