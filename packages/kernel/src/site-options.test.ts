import { expect, it } from 'vitest'
import { basePathOf, baseUrlFault, outputDirFault, siteUrlFault } from './site-options.ts'

it.each(['_site', 'out/site', 'my site', '..a', 'a.b', 'Ünïcode', 'é'.repeat(127)])(
  'takes the output folder %j',
  (path) => {
    expect(outputDirFault(path)).toBeUndefined()
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
  expect(outputDirFault(path)).toMatch(/^(must|is) /)
})

it.each([
  '',
  'http://a.test',
  'HTTPS://a.test:8443/',
  'https://a.test/b/c/',
  'http://[::1]:3000',
  'https://münchen.test/ä',
])('takes the site URL %j', (url) => {
  expect([siteUrlFault(url), baseUrlFault(url)]).toEqual([undefined, undefined])
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
  expect(siteUrlFault(url)).toMatch(/^must /)
  expect(baseUrlFault(url)).toMatch(/^must /)
})

it.each(['/', '/b', '/b/c/', '/ä'])('takes the path %j for a base URL, not for a site URL', (url) => {
  expect([baseUrlFault(url), siteUrlFault(url)]).toEqual([undefined, expect.stringMatching(/^must /)])
})

it.each(['//x', '/\\x', '/a//b', '/a/../b', '/a?b', '/a#b', '/a b', '/a"', 'b'])(
  'refuses the base URL %j',
  (url) => {
    expect(baseUrlFault(url)).toMatch(/^must /)
  },
)

it.each([
  ['', ''],
  ['/', ''],
  ['/b/c/', '/b/c'],
  ['https://a.test', ''],
  ['HTTPS://a.test:1/', ''],
  ['https://a.test/b/', '/b'],
])('finds in the base URL %j the path %j', (url, path) => {
  expect(basePathOf(url)).toBe(path)
})
