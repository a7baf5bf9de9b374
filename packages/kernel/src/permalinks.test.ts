import { expect, it } from 'vitest'
import { defaultPermalinks, pageTokens, permalinkError, postTokens } from './permalinks.ts'

it('the defaults are valid', () => {
  expect(permalinkError(defaultPermalinks.permalinkPost, postTokens)).toBeUndefined()
  expect(permalinkError(defaultPermalinks.permalinkPage, pageTokens)).toBeUndefined()
})

it.each(['/{slug}/', '/{year}/{month}/{day}/{slug}/', '/a-b/{category}_{id}/', '/{slug}.html/'])(
  '%s is valid',
  (pattern) => {
    expect(permalinkError(pattern, postTokens)).toBeUndefined()
  },
)

it.each([
  '',
  '/',
  '{slug}/',
  '/{slug}',
  '//{slug}/',
  '/../{slug}/',
  '/{slug}/?a/',
  '/{title}/{slug}/',
  '/{slug/',
  '/{year}/',
  '/Ä/{slug}/',
  `/${'a'.repeat(200)}/{slug}/`,
])('%j is refused', (pattern) => expect(permalinkError(pattern, postTokens)).toMatch(/^must /))

it('the pattern of a page must not contain a date', () => {
  expect(permalinkError('/{year}/{slug}/', pageTokens)).toContain('{slug}, {id}')
})
