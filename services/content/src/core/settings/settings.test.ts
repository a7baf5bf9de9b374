import type { Actor } from '@typecase/kernel'
import { expect, it } from 'vitest'
import { changeSettings, defaultSettings, type SettingsChange } from './settings.ts'

const editor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: 's1' }
const admin: Actor = { ...editor, role: 'admin' }
const change = (values: SettingsChange, actor = admin) => changeSettings(defaultSettings, values, actor)

it('changes settings and returns the names of those whose value changed', () => {
  const { settings, changed } = change({ siteTitle: 'New', postsPerPage: 10, footerCode: undefined })
  expect(settings).toEqual({ ...defaultSettings, siteTitle: 'New' })
  expect(changed).toEqual(['siteTitle'])
})

it('lets only an admin change the output folder and raw HTML', () => {
  for (const values of [{ staticOutputDir: 'out' }, { allowRawHtml: true }]) {
    expect(() => change(values, editor)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }))
    expect(change(values).changed).toHaveLength(1)
  }
  expect(change({ staticOutputDir: '_site', allowRawHtml: false }, editor).changed).toEqual([])
})

it('compares links by value, and reports each invalid link', () => {
  const socialLinks = [{ title: 'Mail', url: 'mailto:ann@example.org' }]
  const { settings, changed } = change({ socialLinks })
  expect(changed).toEqual(['socialLinks'])
  expect(changeSettings(settings, { socialLinks: structuredClone(socialLinks) }, admin).changed).toEqual([])
  expect(() => change({ socialLinks: [...socialLinks, { title: 'x', url: '/here' }] })).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ path: 'socialLinks.1.url' })] }),
  )
})

it.each<[keyof SettingsChange, (string | number)[], (string | number)[]]>([
  ['postsPerPage', [1, 100], [0, -1, 101, 1.5, Number.NaN]],
  ['rssEntryLimit', [1, 1000], [0, -1, 1001, 1.5, Number.NaN]],
  [
    'siteUrl',
    ['', 'http://example.test', 'https://example.test:8443/a'],
    [
      'ftp://example.test',
      'example.test',
      '/path',
      '//example.test',
      'javascript:alert(1)',
      'https://',
      'https:example.test',
      ' https://x',
      'not a url',
      'https://a b',
      'https://example.test/?a',
      'https://ann@example.test',
      'https://example.test/"x',
    ],
  ],
  [
    'staticBaseUrl',
    ['', '/', '/blog', 'https://cdn.example.test'],
    ['//host', '/\\host', 'blog', 'javascript:alert(1)', '/a?b', '/a#b', "/a'b"],
  ],
  [
    'staticOutputDir',
    ['out', 'out/site', '_site', '..a', 'a.b'],
    [
      '',
      '/absolute',
      '..',
      '.',
      '../up',
      'a/../../b',
      'a/..',
      'a\\b',
      'a//b',
      'a/',
      'a\u0000',
      '.generations',
      'a/.Generations',
    ],
  ],
  ['siteLanguage', ['en', 'de-AT', 'ar'], ['', 'de_DE', 'no language', '\u0000']],
  ['siteTimezone', ['UTC', 'Europe/Berlin'], ['', '+02:00', 'Europe/Atlantis']],
  ['siteTitle', ['', '<b>&'], ['\u0000', '\ud800']],
  ['siteLogo', ['', '01900000-0000-7000-8000-000000000001'], ['/images/a.png', 'a b']],
  ['siteAccentColor', ['', '#a8341b'], ['red', '#fff', '#a8341b;}']],
])('checks %s', (name, good, bad) => {
  for (const value of good) expect(change({ [name]: value }).settings[name], String(value)).toBe(value)
  for (const value of bad)
    expect(() => change({ [name]: value }), String(value)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        problems: [expect.objectContaining({ path: name })],
      }),
    )
})
