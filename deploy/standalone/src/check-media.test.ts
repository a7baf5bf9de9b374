import { expect, it } from 'vitest'
import { verdictOf } from './check-media.ts'

it.each([
  [{}, 'no errors'],
  [{ removed: 2 }, '2 removed, no errors left'],
  [{ wrong: 1 }, '1 error'],
  [{ wrong: 2 }, '2 errors'],
  [{ wrong: 1, removed: 2 }, '1 error, 2 removed'],
  [{ repaired: 1 }, '1 rendition will be rendered again by the running service'],
  [
    { wrong: 1, removed: 2, repaired: 3 },
    '1 error, 2 removed, 3 renditions will be rendered again by the running service',
  ],
])('summarises %o as "%s"', (outcome, verdict) => {
  expect(verdictOf({ wrong: 0, removed: 0, repaired: 0, ...outcome })).toBe(verdict)
})
