import { expect, it } from 'vitest'
import { accentColorError, mediaIdError, socialLinkProblems } from './site-identity.ts'

it.each(['', '#a8341b', '#FFFFFF'])('accepts the color %j', (color) => {
  expect(accentColorError(color)).toBeUndefined()
})

it.each(['red', '#fff', '#a8341b;}', 'a8341b', '#a8341bff'])('refuses the color %j', (color) => {
  expect(accentColorError(color)).toMatch(/^must be a color/)
})

it('accepts ids of media files, and no file', () => {
  for (const id of ['', '01900000-0000-7000-8000-000000000001']) expect(mediaIdError(id)).toBeUndefined()
  for (const id of ['a b', '/images/a.png', 'x'.repeat(101)]) expect(mediaIdError(id)).toMatch(/^must be/)
})

it('accepts links with a title to the web and to mailboxes', () => {
  expect(
    socialLinkProblems([
      { title: 'Mastodon', url: 'https://social.example/@ann' },
      { title: 'Mail', url: 'mailto:ann@example.org' },
    ]),
  ).toEqual([])
  const wrong = [
    { title: ' ', url: 'https://a.example' },
    { title: 'Script', url: 'javascript:alert(1)' },
    { title: 'Path', url: '/here' },
  ]
  expect(socialLinkProblems(wrong).map(({ path }) => path)).toEqual([
    'socialLinks.0.title',
    'socialLinks.1.url',
    'socialLinks.2.url',
  ])
  expect(socialLinkProblems(Array(21).fill({ title: 'A', url: 'https://a.example' }))).toHaveLength(1)
})
