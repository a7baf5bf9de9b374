import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentStore, PostQuery, Sort } from '../../src/core/ports.ts'
import type { ListPlace } from '../../src/core/posts/list-cursor.ts'
import { searchTerms } from '../../src/core/search.ts'
import { longListsContract } from './long-lists.contract.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { at, everything, samplePage, samplePost } from './samples.ts'

/** Contract of ContentStore for lists, filters, order and counts. */
export function listsContract(open: OpenStore): void {
  let opened: OpenedStore
  let store: ContentStore

  beforeAll(async () => {
    opened = await open()
    store = opened.store
    await store.write(async (tx) => {
      for (const post of posts) await tx.posts.insert(post)
      for (const page of pages) await tx.pages.insert(page)
    })
  })

  afterAll(() => opened.close())
  const long = 'x'.repeat(5000)
  const a = samplePost({
    title: 'bravo',
    status: 'published',
    author: 'ada',
    createdAt: at(1),
    updatedAt: at(9),
    metadata: { category: 'News', tags: ['red', 'blue'], subtitle: 'Über Äpfel' },
  })
  const b = samplePost({
    title: 'Alpha',
    status: 'draft',
    author: 'bob',
    createdAt: at(2),
    updatedAt: at(2),
    metadata: { category: 'News', tags: ['red', 'red'] },
  })
  const c = samplePost({
    title: 'charlie',
    status: 'published',
    author: 'ada',
    createdAt: at(2),
    updatedAt: at(2),
    metadata: { category: long, tags: [long], excerpt: 'short words' },
  })
  const d = samplePost({
    title: 'écho',
    status: 'published',
    author: '',
    createdAt: at(0),
    updatedAt: at(3),
    content: '# Snake_case and/or **東京都庁** image.png',
    text: 'plain',
  })
  const posts = [a, b, c, d]
  const [root, child, normal] = [
    samplePage({ createdAt: at(1), status: 'published' }),
    samplePage({ createdAt: at(3) }),
    samplePage({ createdAt: at(3), pageType: 'normal', status: 'published' }),
  ]
  const pages = [root, child, normal]
  const ids = async (query: Partial<PostQuery> = {}) =>
    (await store.read.posts.list({ ...everything, ...query })).items.map(({ id }) => id)
  const total = async (query: Partial<PostQuery> = {}) =>
    (await store.read.posts.list({ ...everything, ...query, limit: 1 })).total
  const sorted = (by: Sort['by'], descending: boolean) => ids({ sort: { by, descending } })

  it('lists newest first, then by id descending', async () => {
    expect(await ids()).toEqual([c.id, b.id, a.id, d.id])
  })

  it('sorts by createdAt, updatedAt and title, and equal values newest first', async () => {
    expect(await sorted('createdAt', false)).toEqual([d.id, a.id, c.id, b.id])
    expect(await sorted('updatedAt', true)).toEqual([a.id, d.id, c.id, b.id])
    expect(await sorted('updatedAt', false)).toEqual([c.id, b.id, d.id, a.id])
    expect(await sorted('title', false)).toEqual([b.id, a.id, c.id, d.id])
    expect(await sorted('title', true)).toEqual([d.id, c.id, a.id, b.id])
  })

  it('filters by status, category, tag and author, alone and together', async () => {
    expect(await ids({ status: 'published' })).toEqual([c.id, a.id, d.id])
    expect(await ids({ category: 'News' })).toEqual([b.id, a.id])
    expect(await ids({ category: 'News', status: 'draft' })).toEqual([b.id])
    expect(await ids({ tag: 'red' })).toEqual([b.id, a.id])
    expect(await ids({ tag: 'blue', category: 'News', author: 'ada' })).toEqual([a.id])
    expect(await ids({ author: 'ada' })).toEqual([c.id, a.id])
    expect(await ids({ author: '' })).toEqual([d.id])
    expect(await ids({ category: long, tag: long })).toEqual([c.id])
    expect(await ids({ category: `${long}x` })).toEqual([])
    expect(await ids({ category: 'news' })).toEqual([])
  })

  it('counts all matches, for any page of the list', async () => {
    expect(await total()).toBe(4)
    expect(await total({ status: 'published' })).toBe(3)
    expect(await total({ category: 'News' })).toBe(2)
    expect(await total({ category: 'News', status: 'published' })).toBe(1)
    expect(await total({ tag: 'red' })).toBe(2)
    expect(await total({ tag: 'red', author: 'bob' })).toBe(1)
    expect(await total({ terms: ['alpha'] })).toBe(1)
    expect(await total({ offset: 50 })).toBe(4)
    expect(await total({ category: 'none' })).toBe(0)
  })

  it('returns each item once over all pages', async () => {
    const seen = []
    for (let offset = 0; offset < 6; offset += 2)
      seen.push(...(await ids({ limit: 2, offset, sort: { by: 'title', descending: false } })))
    expect(seen).toEqual([b.id, a.id, c.id, d.id])
  })

  it('continues after a position with every filter, and still counts all matches', async () => {
    const after = (post: ListPlace, query: Partial<PostQuery> = {}) => ids({ ...query, after: post })
    expect(await after(c)).toEqual([b.id, a.id, d.id])
    expect(await after(b)).toEqual([a.id, d.id])
    expect(await after(d)).toEqual([])
    expect(await after(c, { limit: 1 })).toEqual([b.id])
    expect(await after(c, { status: 'published' })).toEqual([a.id, d.id])
    expect(await after(b, { category: 'News' })).toEqual([a.id])
    expect(await after(c, { tag: 'red', category: 'News', status: 'draft' })).toEqual([b.id])
    expect(await after(b, { terms: ['red'] })).toEqual([a.id])
    expect(await total({ after: a })).toBe(4)
    expect(await total({ after: a, category: 'News' })).toBe(2)
  })

  it('returns the same items for any page length', async () => {
    const starts: Partial<PostQuery>[] = [{}, { after: c }, { after: d }]
    for (const start of starts)
      for (const status of [undefined, 'published', 'draft'] as const)
        for (const body of ['content', 'text', 'none'] as const) {
          const [first, ...others] = await Promise.all(
            [7, 10, 20, 50, 100].map((limit) =>
              store.read.posts.list({ ...everything, ...start, status, body, limit }),
            ),
          )
          for (const other of others) expect(other).toEqual(first)
        }
  })

  it('finds words by prefix in every text field, ignoring case and accents', async () => {
    const found = (query: string) => ids({ terms: searchTerms(query) })
    expect(await found('BRAV')).toEqual([a.id])
    expect(await found('uber apfel')).toEqual([a.id])
    expect(await found('ÜBER blue')).toEqual([a.id])
    expect(await found('words')).toEqual([c.id])
    expect(await found('case')).toEqual([d.id])
    expect(await found('or')).toEqual([d.id])
    expect(await found('png')).toEqual([d.id])
    expect(await found('京都')).toEqual([d.id])
    expect(await found('東京都庁')).toEqual([d.id])
    expect(await found('庁')).toEqual([d.id])
    expect(await found('京東')).toEqual([])
    expect(await found('bravo charlie')).toEqual([])
    expect(await found("o'body & | ! :* \\ '")).toEqual([])
    expect(await found('!?')).toEqual([])
    expect(await found(`${'y'.repeat(100)}`)).toEqual([])
    expect(await ids({ terms: searchTerms('red'), status: 'draft', category: 'News' })).toEqual([b.id])
  })

  it('lists with the requested body', async () => {
    const body = async (kind: PostQuery['body']) =>
      (await store.read.posts.list({ ...everything, author: '', body: kind })).items.map((post) => post.body)
    expect(await body('content')).toEqual([d.content])
    expect(await body('text')).toEqual(['plain'])
    expect(await body('none')).toEqual([undefined])
  })

  it('returns posts by id with their metadata', async () => {
    const heads = await store.read.posts.heads([c.id, a.id, 'no-id', a.id])
    expect(heads).toHaveLength(heads.filter(({ id }) => id === a.id).length + 1)
    expect(heads.find(({ id }) => id === a.id)?.metadata).toEqual(a.metadata)
  })

  it('finds a post by its new category, tags, author and status, and not after its deletion', async () => {
    const post = samplePost({ metadata: { category: 'Before', tags: ['t1'] } })
    await store.write((tx) => tx.posts.insert(post))
    const moved = {
      ...post,
      status: 'published' as const,
      author: 'eve',
      metadata: { category: 'After', tags: ['t2'] },
      revision: 2,
    }
    await store.write((tx) => tx.posts.save(moved))
    expect([
      await total({ category: 'Before' }),
      await total({ tag: 't1' }),
      await total({ category: 'After' }),
      await total({ tag: 't2' }),
    ]).toEqual([0, 0, 1, 1])
    expect([
      await ids({ category: 'After', status: 'published' }),
      await ids({ tag: 't1' }),
      await ids({ author: 'eve' }),
    ]).toEqual([[post.id], [], [post.id]])
    await store.write((tx) => tx.posts.saveHeads([{ ...moved, status: 'draft', revision: 3 }]))
    expect([
      await total({ tag: 't2', status: 'draft' }),
      await total({ tag: 't2', status: 'published' }),
    ]).toEqual([1, 0])
    await store.write((tx) => tx.posts.delete([{ ...moved, revision: 3 }]))
    expect([await total({ category: 'After' }), await total(), await ids({ tag: 't2' })]).toEqual([0, 4, []])
  })

  it('lists pages newest first, by limit, status and type', async () => {
    const listed = async (query = {}) => {
      const { items, total: n } = await store.read.pages.list({ offset: 0, body: 'none', ...query })
      return [items.map(({ id }) => id), n]
    }
    expect(await listed()).toEqual([[normal.id, child.id, root.id], 3])
    expect(await listed({ limit: 1, offset: 1 })).toEqual([[child.id], 3])
    expect(await listed({ status: 'published' })).toEqual([[normal.id, root.id], 2])
    expect(await listed({ pageType: 'custom', status: 'published' })).toEqual([[root.id], 1])
    expect((await store.read.pages.list({ offset: 0, body: 'text' })).items[0]?.body).toBe('Body')
  })
  longListsContract(open)
}
