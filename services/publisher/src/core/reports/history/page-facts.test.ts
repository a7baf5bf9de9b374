import { expect, it } from 'vitest'
import { aPost } from '../../../../test/support/sites.ts'
import type { PlannedPage } from '../../pages/planned.ts'
import { factsOf, isBuiltFrom } from './page-facts.ts'

it('the facts of a page have its own post and the titles of the posts it shows', () => {
  const post = aPost('one', { at: 1, title: 'One  of\nthem' })
  const other = aPost('two', { at: 2 })
  const about = { own: post, shows: [other], summary: null }
  const page = {
    type: 'page',
    kind: 'post',
    template: 'templates/post.html',
    shared: ['site', 'menu'],
    about,
  }
  const lastChange = {
    generationId: 'g',
    at: '2026-11-22T00:00:00.000Z',
    reasons: ['entry', 'list'],
  } as const
  const facts = factsOf(page as unknown as PlannedPage, lastChange)
  expect(facts).toEqual({
    kind: 'post',
    template: 'templates/post.html',
    shared: ['site', 'menu'],
    own: { kind: 'post', id: post.id, title: 'One of them', updatedAt: post.updatedAt },
    shows: [{ kind: 'post', id: other.id, title: other.title }],
    lastChange,
  })
  expect(isBuiltFrom(facts, post)).toBe(true)
  for (const changed of [{ title: 'One' }, { updatedAt: 'later' }])
    expect(isBuiltFrom(facts, { ...post, ...changed })).toBe(false)
})
