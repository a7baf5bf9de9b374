import { describe, expect, it } from 'vitest'
import { noFields } from './fields.ts'
import { mergeFields, mergeText } from './merge.ts'

describe('merging two versions', () => {
  it('takes what each side changed', () => {
    const base = 'one\ntwo\nthree\nfour'
    expect(mergeText(base, 'ONE\ntwo\nthree\nfour', 'one\ntwo\nthree\nFOUR')).toEqual({ content: 'ONE\ntwo\nthree\nFOUR', conflicts: 0 })
  })

  it('marks a place that both changed, and loses neither', () => {
    const { content, conflicts } = mergeText('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc')
    expect(conflicts).toBe(1)
    expect(content).toBe('a\n<<<<<<<\nmine\n=======\ntheirs\n>>>>>>>\nc')
  })

  it('takes a field from whoever changed it, and mine where both did', () => {
    const base = { ...noFields, title: 'T', excerpt: 'E', category: 'C' }
    const mine = { ...base, title: 'Mine', category: 'Mine' }
    const theirs = { ...base, excerpt: 'Theirs', category: 'Theirs' }
    const merged = mergeFields('posts', base, mine, theirs)
    expect(merged.fields).toMatchObject({ title: 'Mine', excerpt: 'Theirs', category: 'Mine' })
    expect(merged.conflicts).toBe(1)
  })
})
