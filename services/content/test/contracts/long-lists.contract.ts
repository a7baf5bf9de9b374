import { afterAll, beforeAll, expect, it } from 'vitest'
import { listBytes } from '../../src/core/list-input.ts'
import type { ContentStore, PageQuery, PostQuery } from '../../src/core/ports.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { at, everything, samplePage, samplePost } from './samples.ts'

/** Contract of ContentStore for lists and posts that are very long. */
export function longListsContract(open: OpenStore): void {
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
  /** The error, or `answered` in place of the items, which may be too long to print. */
  const refusal = (list: Promise<unknown>): Promise<unknown> =>
    list.then(
      () => 'answered',
      (error: unknown) => error,
    )
  it('refuses a list whose content and metadata together exceed the size limit', async () => {
    const eighth = listBytes / 8 - '{}'.length
    const category = 'Heavy'
    const heavy = Array.from({ length: 8 }, (_, n) =>
      samplePost({
        createdAt: at(100 + n),
        content: 'x'.repeat(eighth - JSON.stringify({ category }).length + '{}'.length),
        metadata: { category },
      }),
    )
    const note = samplePost({ createdAt: at(109), content: 'é', metadata: { category } })
    await store.write(async (tx) => {
      for (const post of heavy) await tx.posts.insert(post)
    })
    const queries: Partial<PostQuery>[] = [
      { limit: 10 },
      { limit: 11 },
      { limit: 11, category },
      { limit: 11, terms: ['post'] },
    ]
    const whole = { ...everything, category, body: 'content' } as const
    expect((await store.read.posts.list(whole)).items.map((post) => post.body?.length)).toEqual(
      heavy.map(({ content }) => content.length),
    )
    await store.write((tx) => tx.posts.insert(note))
    const tooLarge = (names: string) => ({
      code: 'VALIDATION_ERROR',
      problems: [{ path: 'limit', message: expect.stringContaining(names) }],
    })
    for (const query of queries) {
      expect(
        await refusal(store.read.posts.list({ ...everything, ...query, body: 'content' })),
      ).toMatchObject(tooLarge('summaryView'))
      for (const body of ['text', 'none'] as const)
        expect((await store.read.posts.list({ ...everything, ...query, body })).items.length).toBeGreaterThan(
          8,
        )
    }
    expect((await store.read.posts.list({ ...whole, limit: 8 })).items).toHaveLength(8)
    const full = samplePost({ createdAt: at(110), metadata: { category, extra: 'x'.repeat(listBytes) } })
    await store.write((tx) => tx.posts.insert(full))
    expect(await refusal(store.read.posts.list({ ...whole, body: 'none' }))).toMatchObject(
      tooLarge('request fewer'),
    )
    await store.write((tx) => tx.posts.delete([...heavy, note, full]))
  })

  it('refuses a list of pages whose content exceeds the size limit, with and without `limit`', async () => {
    const heavy = Array.from({ length: 9 }, () =>
      samplePage({ createdAt: at(9), content: 'x'.repeat(listBytes / 8) }),
    )
    await store.write(async (tx) => {
      for (const page of heavy) await tx.pages.insert(page)
    })
    const list = (query: Partial<PageQuery>) =>
      store.read.pages.list({ offset: 0, body: 'content', ...query })
    for (const query of [{}, { limit: 9 }, { status: 'draft' } as const]) {
      expect(await refusal(list(query))).toMatchObject({
        code: 'VALIDATION_ERROR',
        problems: [{ path: 'limit' }],
      })
      expect((await list({ ...query, body: 'text' })).items.length).toBeGreaterThan(8)
    }
    expect((await list({ limit: 7 })).items).toHaveLength(7)
    expect((await list({ offset: 9 })).items).toHaveLength(3)
    await store.write((tx) => tx.pages.delete(heavy))
  })

  it('indexes a very long post and finds its words', async () => {
    const words = Array.from({ length: 120_000 }, (_, i) => `w${i.toString(36)}`)
    const post = samplePost({
      content: words.join(' '),
      title: 'z'.repeat(10_000),
      metadata: { tags: words.slice(0, 2000) },
    })
    await store.write((tx) => tx.posts.insert(post))
    expect(await ids({ terms: ['w2a'] })).toEqual([post.id])
    expect(await ids({ tag: 'w1' })).toEqual([post.id])
    await store.write((tx) => tx.posts.delete([post]))
  })
}
