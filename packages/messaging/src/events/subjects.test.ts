import { expect, it } from 'vitest'
import { commonSubject, matchesAny, subjectMatches } from './subjects.ts'

it.each([
  ['a.b', 'a.b', true],
  ['a.b', 'a.b.c', false],
  ['a.*', 'a.b', true],
  ['a.*', 'a', false],
  ['a.*', 'a.b.c', false],
  ['*.b', 'a.b', true],
  ['a.>', 'a.b.c', true],
  ['a.>', 'a', false],
  ['a.*.>', 'a.b', false],
  ['>', 'a', true],
])('pattern %s matches subject %s: %s', (pattern, subject, matches) => {
  expect(subjectMatches(pattern, subject)).toBe(matches)
})

it.each([
  [['a.b.c'], 'a.b.c'],
  [['a.b.c', 'a.b.d'], 'a.b.>'],
  [['a.b.c', 'a.b'], 'a.>'],
  [['a.b', 'a.b.c'], 'a.>'],
  [['a.b', 'a.b'], 'a.>'],
  [['a.>', 'a.b.c'], 'a.>'],
  [['a.b', 'c.d'], '>'],
])('one pattern that covers %j is %s', (patterns, expected) => {
  expect(commonSubject(patterns)).toBe(expected)
  for (const pattern of patterns) {
    const example = pattern.replace('>', 'x').replaceAll('*', 'y')
    expect(matchesAny([expected], example)).toBe(true)
  }
})

it('rejects a consumer without subjects', () => {
  expect(() => commonSubject([])).toThrow(TypeError)
})
