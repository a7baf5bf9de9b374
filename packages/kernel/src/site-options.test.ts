import { expect, it } from 'vitest'
import { basePathOf, baseUrlError, outputDirError, siteUrlError } from './site-options.ts'

it.each(['_site', 'out/site', 'my site', '..a', 'a.b', 'Ünïcode', 'é'.repeat(127)])(
  'accepts the output folder %j',
  (path) => {
    expect(outputDirError(path)).toBeUndefined()
  },
)

it.each([
  '',
  '.',
  '..',
  '/a',
  'a/',
  'a//b',
  'a/../b',
  'a\\b',
  ' ',
  ' a',
  'a/b ',
  'a\u00a0/b',
  'a\u0000',
  '\ud800',
  '.generations',
  'x/.GENERATIONS',
  'é'.repeat(128),
  `${'a/'.repeat(100)}a`,
])('refuses the output folder %j', (path) => {
  expect(outputDirError(path)).toMatch(/^(must|is) /)
})

it.each([
  '',
  'http://a.test',
  'HTTPS://a.test:8443/',
  'https://a.test/b/c/',
  'http://[::1]:3000',
  'https://münchen.test/ä',
])('accepts the site URL %j', (url) => {
  expect([siteUrlError(url), baseUrlError(url)]).toEqual([undefined, undefined])
})

it.each([
  'ftp://a.test',
  'a.test',
  '//a.test',
  'https://',
  'https:a.test',
  'https://a.test?b',
  'https://a.test/?b',
  'https://a.test#b',
  'https://ann:pw@a.test',
  'https://@a.test',
  'https://a"b.test',
  'https://a.test/"b',
  "https://a.test/'b",
  'https://a.test/<b>',
  'https://a b.test',
  'https://a.test/a b',
  'https://a.test/\u0000',
  'https://a.test//b',
  'https://a.test/../b',
  'https://a.test:99999',
  `https://a.test/${'a'.repeat(2000)}`,
])('refuses the site URL and the base URL %j', (url) => {
  expect(siteUrlError(url)).toMatch(/^must /)
  expect(baseUrlError(url)).toMatch(/^must /)
})

it.each(['/', '/b', '/b/c/', '/ä'])('accepts the path %j as a base URL, not as a site URL', (url) => {
  expect([baseUrlError(url), siteUrlError(url)]).toEqual([undefined, expect.stringMatching(/^must /)])
})

it.each(['//x', '/\\x', '/a//b', '/a/../b', '/a?b', '/a#b', '/a b', '/a"', 'b'])(
  'refuses the base URL %j',
  (url) => {
    expect(baseUrlError(url)).toMatch(/^must /)
  },
)

it.each([
  ['', ''],
  ['/', ''],
  ['/b/c/', '/b/c'],
  ['https://a.test', ''],
  ['HTTPS://a.test:1/', ''],
  ['https://a.test/b/', '/b'],
])('the base URL %j has the path %j', (url, path) => {
  expect(basePathOf(url)).toBe(path)
})
