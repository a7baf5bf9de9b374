import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentStore, TermQuery } from '../../src/core/ports.ts'
import { folded } from '../../src/core/search.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { samplePost } from './samples.ts'

/** Contract of ContentStore for the categories, tags and authors of posts. */
export function termsContract(open: OpenStore): void {
  let opened: OpenedStore
  let store: ContentStore
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())
  const long = 'x'.repeat(201)

  it('lists the terms of posts, the most used first, then by name', async () => {
    const terms = (query: Partial<TermQuery> = {}) =>
      store.read.posts.terms({ kind: 'tag', search: '', limit: 20, offset: 0, ...query })
    const posts = [
      samplePost({ author: 'ada', metadata: { category: 'News', tags: ['red', 'blue'] } }),
      samplePost({
        author: 'bob',
        metadata: { category: 'News', tags: ['red', 'red'] },
        status: 'published',
      }),
      samplePost({ author: 'ada', metadata: { category: long, tags: [long, ''] } }),
      samplePost({ author: '' }),
    ]
    await store.write(async (tx) => {
      for (const post of posts) await tx.posts.insert(post)
    })
    expect(await terms()).toEqual({
      items: [
        { name: 'red', count: 2 },
        { name: 'blue', count: 1 },
      ],
      total: 2,
    })
    expect(await terms({ kind: 'category' })).toEqual({ items: [{ name: 'News', count: 2 }], total: 1 })
    expect(await terms({ kind: 'author' })).toEqual({
      items: [
        { name: 'ada', count: 2 },
        { name: 'bob', count: 1 },
      ],
      total: 2,
    })
    expect(await terms({ limit: 1, offset: 1 })).toEqual({ items: [{ name: 'blue', count: 1 }], total: 2 })
    expect(await terms({ offset: 9 })).toEqual({ items: [], total: 2 })
    await store.write((tx) => tx.posts.delete(posts))
  })

  it('finds a term by any part of its name, ignoring case and accents, without wildcards', async () => {
    const tags = ['Zürich', 'zug', '100 %', 'a_b']
    const post = samplePost({ metadata: { tags } })
    await store.write((tx) => tx.posts.insert(post))
    const found = async (search: string) =>
      (await store.read.posts.terms({ kind: 'tag', search: folded(search), limit: 20, offset: 0 })).items.map(
        ({ name }) => name,
      )
    expect(await found('RICH')).toEqual(['Zürich'])
    expect(await found('zu')).toEqual(['zug', 'Zürich'])
    expect(await found('%')).toEqual(['100 %'])
    expect(await found('_')).toEqual(['a_b'])
    expect(await found('\\')).toEqual([])
    await store.write((tx) => tx.posts.delete([post]))
    expect(await found('zu')).toEqual([])
  })

  it('lists a term as long as any post has it, despite other changes', async () => {
    const names = async () => {
      const part = { search: 'term-', limit: 20, offset: 0 }
      const [tags, authors] = await Promise.all([
        store.read.posts.terms({ kind: 'tag', ...part }),
        store.read.posts.terms({ kind: 'author', ...part }),
      ])
      return [...tags.items, ...authors.items].map(({ name, count }) => `${name} ${count}`)
    }
    const one = samplePost({ author: 'term-a', metadata: { tags: ['term-1', 'term-1'] } })
    const two = samplePost({ author: 'term-a', metadata: { tags: ['term-1', 'term-2'] } })
    await store.write((tx) => tx.posts.insert(one))
    await store.write((tx) => tx.posts.insert(two))
    expect(await names()).toEqual(['term-1 2', 'term-2 1', 'term-a 2'])
    const published = { ...one, status: 'published' as const, revision: 2 }
    await store.write((tx) => tx.posts.saveHeads([published]))
    expect(await names()).toEqual(['term-1 2', 'term-2 1', 'term-a 2'])
    const moved = { ...two, author: 'term-b', metadata: { tags: ['term-3'] }, revision: 2 }
    await store.write((tx) => tx.posts.save(moved))
    expect(await names()).toEqual(['term-1 1', 'term-3 1', 'term-a 1', 'term-b 1'])
    await store.write((tx) => tx.posts.delete([published, moved]))
    expect(await names()).toEqual([])
  })
}
