import { expect, it } from 'vitest'
import { aPost } from '../../../../test/support/sites.ts'
import type { PlannedPage } from '../../pages/planned.ts'
import { changeLine, factsOf, isMadeOf, lastChangeLine, recordOf } from './page-lines.ts'

const post = aPost('one', { at: 1, title: 'One  of\nthem' })
const about = { own: post, shows: [aPost('two', { at: 2 })], summary: null }
const page = {
  type: 'page',
  kind: 'post',
  path: 'post/one/index.html',
  digest: 'd',
  template: 'templates/post.html',
} as const
const file = { ...page, shared: ['site', 'menu'], about } as unknown as PlannedPage
const change = changeLine({ generationId: 'g', at: '2026-11-22T00:00:00.000Z', reasons: ['entry', 'list'] })
const facts = {
  kind: 'post',
  template: 'templates/post.html',
  shared: ['site', 'menu'],
  own: { kind: 'post', id: post.id, title: 'One of them' },
  shows: [{ kind: 'post', id: about.shows[0]?.id, title: about.shows[0]?.title }],
  lastChange: { generationId: 'g', at: '2026-11-22T00:00:00.000Z', reasons: ['entry', 'list'] },
}

it('what is said of a page alone is what no other page says', () => {
  const made = recordOf(file, { own: 'a b', lines: ['/two/'] }, change)
  expect(factsOf(made)).toEqual(facts)
  expect(made.own).toBe(`a b\nown post ${post.id} ${post.updatedAt} One of them`)
  const own = { ...made, last: made.lines.at(-1) ?? '' }
  expect([lastChangeLine(own), isMadeOf(own, post), isMadeOf(own, { ...post, title: 'One' })]).toEqual([
    change,
    true,
    false,
  ])
})

it('templates that name the same are told apart', () => {
  const other = recordOf(
    { ...file, template: 'templates/page.html' } as PlannedPage,
    { own: '', lines: [] },
    change,
  )
  expect(factsOf(other).template).toBe('templates/page.html')
})

it('a record of before is still read', () => {
  const [shows = ''] = recordOf(file, { own: '', lines: [] }, change).lines
  const made = 'kind post\ntemplate templates/post.html\nshared site menu'
  const own = `a b\n${made}\nown post ${post.id} ${post.updatedAt} One of them\n${change}`
  const record = { path: page.path, digest: 'd', own, lines: ['/two/', shows] }
  expect(factsOf(record)).toEqual(facts)
  expect([lastChangeLine({ ...record, last: shows }), isMadeOf({ ...record, last: shows }, post)]).toEqual([
    change,
    true,
  ])
})
