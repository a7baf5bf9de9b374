import { describe, expect, it } from 'vitest'
import { draftItem, reviseItem } from '../items/build-item.ts'
import type { JsonObject } from '../json.ts'
import { pageRules } from '../pages/page-rules.ts'
import { postRules } from './post-rules.ts'
import { termsOf } from './terms.ts'

const at = new Date('2026-01-01T00:00:00Z')
const id = '01900000-0000-7000-8000-000000000001'
const other = '01900000-0000-7000-8000-000000000002'
const created = (metadata: JsonObject) =>
  draftItem(postRules, { metadata: { title: 'A', ...metadata } }, { id, by: 'ada', at }).item
const problems = (metadata: JsonObject, rules: typeof postRules | typeof pageRules = postRules) => {
  try {
    draftItem<object>(rules as never, { metadata: { title: 'A', ...metadata } }, { id, by: 'ada', at })
  } catch (error) {
    return (error as { problems: readonly { path: string; message: string }[] }).problems
  }
  return []
}

describe('authors of a post (contract.md#authors-of-a-post)', () => {
  it('begin with `author`', () => {
    expect(created({})).toMatchObject({ author: 'ada', metadata: {} })
    const both = created({ authors: ['ben', 'ada'] })
    expect(both).toMatchObject({ author: 'ben', metadata: { authors: ['ben', 'ada'] } })
    const moved = reviseItem(postRules, both, { metadata: { authors: ['ada', 'cy'] } }, at)
    expect(moved).toMatchObject({ author: 'ada', metadata: { authors: ['ada', 'cy'] } })
    const same = reviseItem(postRules, moved, { metadata: { author: 'ada' } }, at)
    expect(same).toMatchObject({ author: 'ada', metadata: { authors: ['ada', 'cy'] } })
  })

  it('are replaced by a new `author`; null `authors` keeps the first, null `author` keeps none', () => {
    const both = created({ authors: ['ben', 'ada'] })
    const alone = reviseItem(postRules, both, { metadata: { author: 'cy' } }, at)
    expect([alone.author, alone.metadata]).toEqual(['cy', {}])
    const cleared = reviseItem(postRules, both, { metadata: { authors: null } }, at)
    expect([cleared.author, cleared.metadata]).toEqual(['ben', {}])
    const none = reviseItem(postRules, both, { metadata: { author: null } }, at)
    expect([none.author, none.metadata]).toEqual(['', {}])
  })

  it('can have names of 200 code points, even if these are 400 UTF-16 units', () => {
    expect(problems({ authors: ['😀'.repeat(200)] })).toEqual([])
  })

  it.each([
    [{ authors: [] }, 'metadata.authors', 'A post must have at least one author'],
    [{ authors: 'ada' }, 'metadata.authors', 'metadata.authors must be an array of strings'],
    [{ authors: ['ada', ' '] }, 'metadata.authors', 'The name of an author must have 1 to 200 characters'],
    [
      { authors: ['😀'.repeat(201)] },
      'metadata.authors',
      'The name of an author must have 1 to 200 characters',
    ],
    [{ authors: ['ada', 'Ada'] }, 'metadata.authors', 'Name each author only once'],
    [
      { authors: Array.from({ length: 21 }, (_, n) => `a${n}`) },
      'metadata.authors',
      'A post can have at most 20 authors',
    ],
    [
      { authors: ['ada'], author: 'ben' },
      'metadata.author',
      'author must be the first of authors, or absent',
    ],
  ])('refuse %j', (metadata, path, message) => {
    expect(problems(metadata)).toContainEqual({ path, message })
  })

  it('are all matched by the author filter', () => {
    expect(termsOf(created({ authors: ['ben', 'ada'] }))).toEqual([
      { kind: 'author', name: 'ben' },
      { kind: 'author', name: 'ada' },
    ])
  })
})

describe.each([
  ['post', postRules],
  ['page', pageRules],
] as const)('the language of a %s (contract.md#languages-of-items)', (_, rules) => {
  it('must be a language tag, and `translationOf` must be the id of another item', () => {
    expect(problems({ language: 'de-AT', translationOf: other }, rules)).toEqual([])
    expect(problems({ language: 'de_AT', translationOf: 'x' }, rules)).toEqual([
      {
        path: 'metadata.language',
        message: 'metadata.language must be a language tag such as en, de-AT or zh-Hant',
      },
      { path: 'metadata.translationOf', message: 'metadata.translationOf must be the id of an item' },
    ])
    expect(rules.fieldErrors({ translationOf: id }, id)).toEqual([
      { path: 'metadata.translationOf', message: 'An item cannot be a translation of itself' },
    ])
  })
})
