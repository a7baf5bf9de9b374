import { describe, expect, it } from 'vitest'
import { findLeftover, type LocalDraft, listUnsaved, type StoredDraft } from './drafts.ts'
import { noFields } from './fields.ts'

const draft = (at: number, by?: string): LocalDraft => ({
  fields: { ...noFields, title: `at ${at}` },
  at,
  ...(by ? { by } : {}),
})
const all: readonly StoredDraft[] = [
  ['posts/p1#a', draft(1, 'ada')],
  ['posts/p1#b', draft(3, 'ada')],
  ['posts/p1#c', draft(4, 'bob')],
  ['posts/new', draft(2)],
  ['pages/p2#a', draft(5, 'ada')],
]

describe('unsaved text in the browser', () => {
  it('is restored from the newest copy of the same author that no open tab holds', () => {
    expect(findLeftover(all, 'posts/p1', 'ada', new Set())?.[0]).toBe('posts/p1#b')
    expect(findLeftover(all, 'posts/p1', 'ada', new Set(['b']))?.[0]).toBe('posts/p1#a')
    expect(findLeftover(all, 'posts/p1', 'ada', new Set(['a', 'b']))).toBeUndefined()
    expect(findLeftover(all, 'posts/p1', 'eve', new Set())).toBeUndefined()
    expect(findLeftover(all, 'posts/new', 'eve', new Set())?.[0]).toBe('posts/new')
  })

  it('is listed for its author, once per item', () => {
    const listed = (username: string, ...open: string[]) =>
      listUnsaved(all, username, new Set(open)).map(({ kind, id, draft: { at } }) => [kind, id, at])
    expect(listed('ada')).toEqual([
      ['pages', 'p2', 5],
      ['posts', 'p1', 3],
      ['posts', 'new', 2],
    ])
    expect(listed('ada', 'b').map(([, , at]) => at)).toEqual([5, 2, 1])
    expect(listed('bob')).toEqual([
      ['posts', 'p1', 4],
      ['posts', 'new', 2],
    ])
  })
})
