import type { Actor } from '@typecase/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentApp } from '../../src/core/app.ts'
import { postFact } from '../../src/core/events.ts'
import { storeWrite } from '../../src/core/items/write-item.ts'
import type { ContentStore, PostChange } from '../../src/core/ports.ts'
import type { Post } from '../../src/core/posts/post.ts'
import { postRules } from '../../src/core/posts/post-rules.ts'
import { buildRevision } from '../../src/core/revisions/revision.ts'
import { unexpected } from '../unexpected.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { at, everything, nextId, range, samplePost, shown } from './samples.ts'

const inserted = (post: Post): PostChange => ({
  kind: 'insert',
  item: post,
  newRevision: buildRevision(postRules, post, 'ada'),
  facts: [postFact('created', post), postFact('published', { ...post, revision: post.revision + 1 })],
})

const saved = (post: Post, changed: string[] = ['title']): PostChange => ({
  kind: 'save',
  item: post,
  newRevision: buildRevision(postRules, post, 'bob', changed),
  facts: [postFact('updated', post, { changed })],
})

const deleted = (post: Post): PostChange => ({
  kind: 'delete',
  item: post,
  facts: [postFact('deleted', { ...post, revision: post.revision + 1 })],
})

/** Contract of ContentStore for single and for concurrent changes of posts. */
export function postChangesContract(open: OpenStore): void {
  let opened: OpenedStore
  let store: ContentStore
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())

  const list = (query: object) => store.read.posts.list({ ...everything, ...query })
  const tags = async (search: string) =>
    (await store.read.posts.terms({ kind: 'tag', search, limit: 10, offset: 0 })).items
  const codes = (results: readonly PromiseSettledResult<void>[]) =>
    results.map((result) => (result.status === 'rejected' ? result.reason.code : 'stored'))

  it('stores the same in changePost as in write: post, revisions, events, counts, terms, words', async () => {
    const outcomes = []
    for (const name of ['single', 'within']) {
      const apply = (change: PostChange) =>
        name === 'single' ? store.changePost(change) : store.write((tx) => storeWrite(postRules, tx, change))
      const metadata = {
        category: `c-${name}`,
        tags: [`t-${name}-a`, `t-${name}-b`, `t-${name}-a`],
        note: 'ä"\\',
      }
      const first = samplePost({
        title: 'First',
        metadata,
        slug: `slug-${name}`,
        publishAt: at(9_000_000_000),
        content: `# Wörd ${name}`,
      })
      const second = {
        ...first,
        title: 'Second',
        revision: 2,
        metadata: { ...metadata, tags: [`t-${name}-b`, `t-${name}-c`] },
      }
      await apply(inserted(first))
      await apply(
        saved({ ...second, status: 'published', publishAt: undefined, updatedAt: at(77) }, ['title', 'tags']),
      )
      const { id } = first
      const facts = (await opened.facts()).filter(({ entity }) => entity === `post:${id}`)
      const revisions = await store.read.posts.revisions.list(id, { limit: 10, offset: 0 })
      outcomes.push({
        post: { ...(await store.read.posts.stored(id)), id: '', createdAt: '' },
        shown: await store.read.posts.get(id),
        facts: facts.map(({ type, revision }) => [type, revision]),
        revisions,
        bodies: await Promise.all(
          revisions.items.map(({ revision }) => store.read.posts.revisions.get(id, revision)),
        ),
        byTag: [await list({ tag: `t-${name}-a` }), await list({ tag: `t-${name}-c` })].map(
          ({ total }) => total,
        ),
        published: (await list({ category: `c-${name}`, status: 'published' })).total,
        drafts: (await list({ category: `c-${name}`, status: 'draft' })).total,
        found: (await list({ terms: ['word', name] })).total,
        tags: await tags(`t-${name}`),
      })
      await apply(deleted({ ...second, status: 'published' }))
      expect(await store.read.posts.get(id)).toBeUndefined()
      expect((await store.read.posts.revisions.list(id, { limit: 10, offset: 0 })).total).toBe(0)
      expect((await list({ category: `c-${name}` })).total).toBe(0)
      expect(await tags(`t-${name}`)).toEqual([])
    }
    const [single, within] = outcomes
    const text = JSON.stringify(within, (key, value) =>
      key === 'id' || key === 'createdAt' || key === 'publishedAt' || key === 'at' ? '' : value,
    )
    const other = JSON.stringify(single, (key, value) =>
      key === 'id' || key === 'createdAt' || key === 'publishedAt' || key === 'at' ? '' : value,
    )
    expect(other.replaceAll('single', 'within')).toBe(text)
    expect(single).toMatchObject({ byTag: [0, 1], published: 1, drafts: 0, found: 1 })
  })

  it('refuses invalid changes and stores concurrent valid ones', async () => {
    const [one, two, three] = [samplePost(), samplePost(), samplePost()]
    for (const post of [one, two, three]) await store.changePost(inserted(post))
    const fresh = samplePost()
    const results = await Promise.allSettled([
      store.changePost(inserted(samplePost({ slug: one.slug }))),
      store.changePost(inserted(fresh)),
      store.changePost(saved({ ...one, title: 'Stale', revision: 3 })),
      store.changePost(saved({ ...two, title: 'New', revision: 2 })),
      store.changePost(saved({ ...two, title: 'Too late', revision: 2 })),
      store.changePost(saved(samplePost({ id: nextId(), revision: 2 }))),
      store.changePost(deleted({ ...three, revision: 7 })),
    ])
    expect(codes(results)).toEqual([
      'DUPLICATE_SLUG',
      'stored',
      'PRECONDITION_FAILED',
      'stored',
      'PRECONDITION_FAILED',
      'PRECONDITION_FAILED',
      'PRECONDITION_FAILED',
    ])
    expect(await store.read.posts.get(fresh.id)).toEqual(shown(fresh))
    expect(await store.read.posts.get(one.id)).toEqual(shown(one))
    expect(await store.read.posts.get(two.id)).toMatchObject({ title: 'New', revision: 2 })
    expect(await store.read.posts.get(three.id)).toEqual(shown(three))
  })

  it('refuses a taken slug without affecting concurrent changes', async () => {
    const [one, two, three] = [samplePost(), samplePost(), samplePost()]
    for (const post of [one, two, three]) await store.changePost(inserted(post))
    const results = await Promise.allSettled([
      store.changePost(saved({ ...three, title: 'First', revision: 2 })),
      store.changePost(saved({ ...two, slug: one.slug, revision: 2 })),
      store.changePost(saved({ ...one, title: 'Last', revision: 2 })),
    ])
    expect(codes(results)).toEqual(['stored', 'DUPLICATE_SLUG', 'stored'])
  })

  it('assigns a slug to one of many posts, and records each event once, in order', async () => {
    const posts = range(30).map((i) => samplePost({ slug: `raced-${i % 3}` }))
    const results = await Promise.allSettled(posts.map((post) => store.changePost(inserted(post))))
    const winners = posts.filter((_, i) => results[i]?.status === 'fulfilled').map(({ id }) => `post:${id}`)
    expect(winners).toHaveLength(3)
    const raced = (await opened.facts()).filter(({ entity }) =>
      posts.some(({ id }) => entity === `post:${id}`),
    )
    expect(raced.map(({ entity }) => entity).toSorted()).toEqual([...winners, ...winners].toSorted())
    for (const winner of winners)
      expect(raced.flatMap(({ entity, type }) => (entity === winner ? [type] : []))).toEqual([
        'content.post.created',
        'content.post.published',
      ])
  })

  it('loses no update of concurrent editors of one post', async () => {
    const app = contentApp({
      store,
      markup: { plainText: (text) => text },
      clock: () => at(0),
      newId: nextId,
      logError: unexpected,
    })
    const actor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: '' }
    const { item: post } = await app.createPost(actor, { metadata: { title: 'Shared' } })
    await Promise.all(
      range(20).map((i) => app.updatePost(actor, { id: post.id, metadata: { [`field${i}`]: i } })),
    )
    const after = await store.read.posts.get(post.id)
    expect(after?.revision).toBe(21)
    expect(Object.keys(after?.metadata ?? {})).toHaveLength(20)
  })
}
