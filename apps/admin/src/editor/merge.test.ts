import { describe, expect, it } from 'vitest'
import { noFields } from './fields.ts'
import { bothOf, completed, mergeFields } from './merge.ts'
import { mergeText } from './merge-text.ts'

const base =
  'The first line stands alone.\n\nA compositor does not look for a letter. The hand knows where it is.\n\nThe last line.\n'

describe('merging two texts', () => {
  it('applies both edits of one paragraph', () => {
    const mine = base.replace('A compositor', 'A good compositor')
    const theirs = base
      .replace('where it is', 'where it lies')
      .replace('The last line.', 'The very last line.')
    const both = mine.replace('where it is', 'where it lies').replace('The last line.', 'The very last line.')
    expect(mergeText(base, mine, theirs)).toEqual([both])
    expect(mergeText(base, theirs, mine)).toEqual([both])
  })

  it('applies a change that one side or both sides made, without duplicating it', () => {
    const changed = base.replace('hand', 'eye')
    for (const [mine, theirs] of [
      [changed, base],
      [base, changed],
      [changed, changed],
    ] as const)
      expect(mergeText(base, mine, theirs)).toEqual([changed])
    expect(mergeText(base, '', base)).toEqual([])
    expect(mergeText('', 'mine\n', '')).toEqual(['mine\n'])
  })

  it('preserves lists, line breaks and blanks', () => {
    const list = '- one\n- two\n  - two a\n\n\n\ttabs\r\n| a | b |\n'
    const mine = list.replace('one', 'ONE')
    const theirs = `${list}  end`
    expect(mergeText(list, mine, theirs).join('')).toBe(`${mine}  end`)
  })

  it('merges text of scripts without spaces', () => {
    expect(mergeText('私は猫が好きです', '私は犬が好きです', '私は猫が大好きです')).toEqual([
      '私は犬が大好きです',
    ])
  })

  it('reports as a conflict only the words that both sides changed', () => {
    const mine = base.replace('does not look for', 'never looks for')
    const theirs = base.replace('does not look for', 'hardly looks for')
    const [before, conflict, after] = mergeText(base, mine, theirs)
    expect(conflict).toEqual({ mine: 'never looks ', theirs: 'hardly looks ' })
    expect(before).toMatch(/A compositor $/)
    expect(after).toMatch(/^for a letter/)
  })

  it('reports one conflict for a paragraph that one side rewrote', () => {
    const mine = base.replace(
      /A compositor.*/,
      'Something else entirely is said about the letter in this place.',
    )
    const theirs = base.replace('for a letter', 'for any letter')
    const conflicts = mergeText(base, mine, theirs).filter((piece) => typeof piece !== 'string')
    expect(conflicts).toHaveLength(1)
    expect(conflicts[0]).toMatchObject({
      theirs: expect.stringContaining('A compositor does not look for any letter.'),
    })
  })

  it('reports a conflict between a removal and a change, and between two insertions at one position', () => {
    expect(mergeText('a b c d e\n', 'a b d e\n', 'a b X d e\n')).toContainEqual({ mine: '', theirs: 'X ' })
    expect(mergeText('one\n', 'one\nmine\n', 'one\ntheirs\n')).toEqual([
      'one\n',
      { mine: 'mine\n', theirs: 'theirs\n' },
    ])
  })

  it('writes no conflict markers into any piece', () => {
    const pieces = mergeText('a\nb\nc\n', 'a\nmine\nc\n', 'a\ntheirs\nc\n')
    expect(JSON.stringify(pieces)).not.toMatch(/[<=>]{3}/)
  })

  it('reports one conflict for long texts of equal words, which would take too long to compare', () => {
    const many = 'a '.repeat(20_000)
    const pieces = mergeText(`${many}\n`, `x ${many}y\n`, `z ${many}u\n`)
    expect(pieces.filter((piece) => typeof piece !== 'string')).toHaveLength(1)
  })
})

describe('merging the fields', () => {
  const before = { ...noFields, title: 'T', excerpt: 'E', category: 'C', tags: ['a', 'b'], content: base }

  it('uses the value of the side that changed a field, and reports a conflict if both did', () => {
    const mine = { ...before, title: 'Mine', category: 'Mine' }
    const theirs = { ...before, excerpt: 'Theirs', category: 'Theirs' }
    const merge = mergeFields('posts', before, mine, theirs)
    expect(merge.fields).toMatchObject({ title: 'Mine', excerpt: 'Theirs' })
    expect(merge.conflicts).toMatchObject([
      { id: 'category', field: 'category', mine: 'Mine', theirs: 'Theirs' },
    ])
    expect(completed(merge, {})).toBeUndefined()
    expect(completed(merge, { category: 'Theirs' })).toEqual({
      ...mine,
      excerpt: 'Theirs',
      category: 'Theirs',
    })
  })

  it('includes tags that one side added, and omits tags that one side removed', () => {
    const merge = mergeFields(
      'posts',
      before,
      { ...before, tags: ['b', 'mine'] },
      { ...before, tags: ['a', 'b', 'theirs'] },
    )
    expect([merge.fields.tags, merge.conflicts]).toEqual([['b', 'theirs', 'mine'], []])
  })

  it('inserts the answers at their positions in the text', () => {
    const mine = { ...before, content: base.replace('first', 'FIRST').replace('last', 'final') }
    const theirs = { ...before, content: base.replace('first', '1st').replace('last', 'closing') }
    const merge = mergeFields('posts', before, mine, theirs)
    expect(
      merge.conflicts.map(({ mine: a, theirs: b, before: left, after: right }) => [left, a, b, right]),
    ).toEqual([
      ['The ', 'FIRST ', '1st ', 'line stands alone.'],
      ['The ', 'final ', 'closing ', 'line.'],
    ])
    const [first, second] = merge.conflicts.map(({ id }) => id)
    expect(completed(merge, { [String(first)]: 'FIRST ' })).toBeUndefined()
    const answered = completed(merge, { [String(first)]: 'FIRST ', [String(second)]: '' })
    expect(answered?.content).toBe(base.replace('first', 'FIRST').replace('last ', ''))
  })

  it('can use both versions of a text, but not of other fields', () => {
    const conflict = {
      id: 'x',
      field: 'content',
      mine: 'one ',
      theirs: 'two ',
      before: 'a ',
      after: '',
    } as const
    expect(bothOf(conflict)).toBe('one two ')
    expect(bothOf({ ...conflict, mine: 'One.\n\n', theirs: 'Two.\n', before: '' })).toBe('One.\n\nTwo.\n')
    expect(bothOf({ ...conflict, before: '', after: 'words of the line' })).toBe('one two ')
    expect(bothOf({ ...conflict, mine: 'One.\n\n', theirs: 'Two.\n\n', before: '', after: 'Next.' })).toBe(
      'One.\n\nTwo.\n\n',
    )
    expect(bothOf({ ...conflict, mine: '' })).toBeUndefined()
    expect(bothOf({ ...conflict, field: 'slug' })).toBeUndefined()
  })
})
