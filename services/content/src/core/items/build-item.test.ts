import { AppError } from '@typecase/kernel'
import { expect, it } from 'vitest'
import type { JsonObject } from '../json.ts'
import type { Post } from '../posts/post.ts'
import { postRules } from '../posts/post-rules.ts'
import { changedFieldNames, checkItemChange, draftItem, reviseItem, withStatus } from './build-item.ts'

const [created, later] = [new Date(1000), new Date(2000)]
const draft = (metadata: JsonObject, content?: string): Post =>
  draftItem(postRules, { metadata, content }, { id: 'p1', by: 'ada', at: created }).item
const errors = (work: () => unknown): string[] => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.problems.map(({ path }) => path)
    throw error
  }
  return []
}

it('sets the defaults of absent fields', () => {
  expect(
    draftItem(postRules, { metadata: { title: 'Hello World' } }, { id: 'p1', by: 'ada', at: created }),
  ).toEqual({
    hasDerivedSlug: true,
    item: {
      id: 'p1',
      title: 'Hello World',
      slug: 'hello-world',
      status: 'draft',
      author: 'ada',
      createdAt: created,
      updatedAt: created,
      revision: 0,
      metadata: {},
      content: '',
      text: '',
    },
  })
})

it('treats an empty or null slug as absent', () => {
  for (const slug of ['', null]) expect(draft({ title: 'Some Title', slug }).slug).toBe('some-title')
})

it('ignores the id and dates of the input, and stores unknown fields with their types', () => {
  const extra = {
    string: '123',
    float: 0.5,
    none: null,
    list: [1, 'two', [3], { four: null }],
    object: { deep: { er: 'x' } },
  }
  const post = draft({
    title: 'true',
    ...extra,
    id: 'mine',
    createdAt: 'x',
    updatedAt: 'x',
    relatedPostsData: [],
    content: 'no',
    subtitle: null,
  })
  expect(post).toMatchObject({ id: 'p1', title: 'true', createdAt: created })
  expect(post.metadata).toEqual(extra)
})

it('reports all errors of a new post together', () => {
  expect(
    errors(() =>
      draft(
        {
          title: ' \n',
          slug: 'A',
          status: 'secret',
          tags: ['a', 2],
          featuredImage: { url: 5 },
          author: 5,
          relatedPosts: 'x',
        },
        '\u0000',
      ),
    ),
  ).toEqual([
    'metadata.title',
    'metadata.slug',
    'metadata.status',
    'metadata.author',
    'metadata.tags.1',
    'metadata.featuredImage.url',
    'metadata.relatedPosts',
    'content',
  ])
  expect(() => draft({})).toThrow('Title is required')
  expect(() => draft({ title: 'x'.repeat(5), status: '' })).toThrow(AppError)
})

it('refuses prototype keys, unstorable text and deep nesting at any level', () => {
  const parsed = (json: string) => JSON.parse(json) as JsonObject
  expect(
    errors(() => draft(parsed('{"title":"x","a":{"__proto__":1},"b":[{"constructor":1}],"prototype":2}'))),
  ).toEqual(['metadata.a.__proto__', 'metadata.b.0.constructor', 'metadata.prototype'])
  expect(errors(() => draft(parsed('{"title":"a\\u0000","x":["\\ud800"],"big":1e999}')))).toEqual([
    'metadata.title',
    'metadata.x.0',
    'metadata.big',
  ])
  expect(errors(() => draft(parsed('{"title":"x","a\\u0000":1}')))).toEqual(['metadata'])
  expect(
    errors(() => draft(parsed(`{"title":"x","deep":${'['.repeat(5000)}${']'.repeat(5000)}}`))),
  ).toHaveLength(1)
})

it('merges a change: absent fields are unchanged, null clears a field, other values replace it', () => {
  const before = draft(
    { title: 'T', subtitle: 'S', extra: { a: 1, b: 2 }, category: 'C', author: 'bob' },
    'Body',
  )
  const post = reviseItem(
    postRules,
    before,
    { metadata: { title: 'New', extra: { a: 3 }, category: null, author: null } },
    later,
  )
  expect(post).toEqual({
    ...before,
    title: 'New',
    author: '',
    metadata: { subtitle: 'S', extra: { a: 3 } },
    updatedAt: later,
    revision: 1,
  })
  expect(changedFieldNames(postRules, before, post).toSorted()).toEqual([
    'author',
    'category',
    'extra',
    'title',
  ])
})

it('detects a change without effect', () => {
  const before = draft({ title: 'T', extra: { a: 1, b: [2] } }, 'Body')
  const change = { metadata: { title: 'T', extra: { b: [2], a: 1 } }, content: 'Body' }
  expect(changedFieldNames(postRules, before, reviseItem(postRules, before, change, later))).toEqual([])
})

it('refuses null for title, slug and status, and a post as its own related post', () => {
  for (const name of ['title', 'slug', 'status'])
    expect(errors(() => checkItemChange(postRules, 'p1', { metadata: { [name]: null } }))).toEqual([
      `metadata.${name}`,
    ])
  expect(
    errors(() => checkItemChange(postRules, 'p1', { metadata: { relatedPosts: ['p2', 'p1'] } })),
  ).toEqual(['metadata.relatedPosts'])
  expect(
    errors(() => checkItemChange(postRules, 'p1', { metadata: { relatedPosts: ['p2'], subtitle: null } })),
  ).toEqual([])
})

it('changes a status only when it differs', () => {
  const post = draft({ title: 'T' })
  expect(withStatus(post, 'draft', later)).toBeUndefined()
  expect(withStatus(post, 'published', later)).toMatchObject({
    status: 'published',
    updatedAt: later,
    revision: 1,
  })
})

it('refuses a body that nests deeper than the limit, and reports the limit', () => {
  const content = `${'- '.repeat(101)}a`
  const problem = { path: 'content', message: 'content must not nest deeper than 100 levels' }
  const refusal = expect.objectContaining({
    code: 'VALIDATION_ERROR',
    message: problem.message,
    problems: [problem],
  })
  expect(() => draft({ title: 'T' }, content)).toThrow(refusal)
  expect(() => checkItemChange(postRules, 'p1', { metadata: {}, content })).toThrow(refusal)
  expect(draft({ title: 'T' }, content.slice(2)).content).toBe(content.slice(2))
})
