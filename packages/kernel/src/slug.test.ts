import { expect, it } from 'vitest'
import { isSlug, numberedSlug, slugOf } from './slug.ts'

it.each([
  ['Hello, World!', 'hello-world'],
  ['Crème Brûlée à la Ñandú', 'creme-brulee-a-la-nandu'],
  ['Straße & Größe', 'strasse-grosse'],
  ['Smørrebrød Æble Ångström Þór', 'smorrebrod-aeble-angstrom-thor'],
  ['Привет, мир! Щука', 'privet-mir-shchuka'],
  ['Ελληνικά ψωμί', 'ellinika-psomi'],
  ["It's 100 % done", 'its-100-done'],
  ['ﬁne ①', 'fine-1'],
  ['--a--b--', 'a-b'],
])('creates a slug from %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
  expect(isSlug(slug)).toBe(true)
})

it('creates an empty slug when no character of the title can be used', () => {
  for (const title of ['!!!', '日本語', '🎉🎉', '']) expect(slugOf(title)).toBe('')
})

it('limits a slug to 200 characters, suffix included', () => {
  const long = slugOf('word '.repeat(100))
  expect(long.length).toBeLessThanOrEqual(200)
  expect(isSlug(long)).toBe(true)
  for (const n of [2, 10, 12345]) {
    const slug = numberedSlug('x'.repeat(200), n)
    expect(slug).toHaveLength(200)
    expect(slug.endsWith(`x-${n}`)).toBe(true)
  }
  expect(isSlug(numberedSlug(`${'x'.repeat(197)}-yy`, 2))).toBe(true)
})

it('limits a slug to a given length, without a hyphen at the end', () => {
  expect(slugOf('--one two three', 8)).toBe('one-two')
  expect(slugOf('one two three', 3)).toBe('one')
})

it('rejects invalid slugs', () => {
  for (const text of [
    '',
    'Upper',
    'two words',
    'a/b',
    'a_b',
    'a.b',
    '-a',
    'a-',
    'a--b',
    'ä',
    'a\n',
    'a'.repeat(201),
  ])
    expect(isSlug(text), text).toBe(false)
})
