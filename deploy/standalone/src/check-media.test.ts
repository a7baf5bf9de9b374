import { expect, it } from 'vitest'
import { verdictOf } from './check-media.ts'

it.each([
  [{}, 'all right'],
  [{ removed: 2 }, '2 removed, all right now'],
  [{ wrong: 1 }, '1 wrong'],
  [{ wrong: 1, removed: 2 }, '1 wrong, 2 removed'],
  [{ remade: 1 }, '1 rendition to be made again by the running service'],
  [
    { wrong: 1, removed: 2, remade: 3 },
    '1 wrong, 2 removed, 3 renditions to be made again by the running service',
  ],
])('of %o the check says: %s', (outcome, verdict) => {
  expect(verdictOf({ wrong: 0, removed: 0, remade: 0, ...outcome })).toBe(verdict)
})
