import { expect, it } from 'vitest'
import { verdictOf } from './check-media.ts'

it.each([
  [{}, 'no errors'],
  [{ removed: 2 }, '2 orphans removed, no errors left'],
  [{ errors: 1 }, '1 error'],
  [{ errors: 1, removed: 2 }, '1 error, 2 orphans removed'],
  [{ queued: 1 }, '1 rendition queued for rendering'],
  [{ errors: 1, removed: 2, queued: 3 }, '1 error, 2 orphans removed, 3 renditions queued for rendering'],
])('summarises %o as: %s', (outcome, verdict) => {
  expect(verdictOf({ errors: 0, removed: 0, queued: 0, ...outcome })).toBe(verdict)
})
