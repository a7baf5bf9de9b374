import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from '../../src/core/pages/page.ts'
import type { ContentStore, ItemRevision, RevisionPlace } from '../../src/core/ports.ts'
import type { Post } from '../../src/core/posts/post.ts'
import { postRules } from '../../src/core/posts/post-rules.ts'
import { buildRevision, type Snapshot } from '../../src/core/revisions/revision.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { at, everything, samplePage, samplePost } from './samples.ts'

const revisionOf = (post: Post) => buildRevision(postRules, post, 'ada')

/** Contract of ContentStore for source keys, used ids and the order of exports. */
export function transferContract(open: OpenStore): void {
  let opened: OpenedStore
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  const insert = (post: Post) =>
    opened.store.changePost({ kind: 'insert', item: post, newRevision: revisionOf(post), facts: [] })

  it('finds posts and pages by their current source key', async () => {
    const { store } = opened
    const post = samplePost({ metadata: { sourceKey: 'post-key' } })
    const page = samplePage({ metadata: { sourceKey: 'page-key' } })
    await insert(post)
    await store.write((tx) => tx.pages.insert(page))
    const find = async (...keys: string[]) => [...(await store.read.transfer.bySourceKey(keys))]
    expect((await find('post-key', 'page-key', 'none')).toSorted()).toEqual([
      ['page-key', { type: 'page', id: page.id, slug: page.slug }],
      ['post-key', { type: 'post', id: post.id, slug: post.slug }],
    ])
    const renamed = { ...post, revision: 2, metadata: { sourceKey: 'new-key' } }
    await store.changePost({ kind: 'save', item: renamed, newRevision: revisionOf(renamed), facts: [] })
    expect(await find('post-key', 'new-key')).toEqual([
      ['new-key', { type: 'post', id: post.id, slug: post.slug }],
    ])
    await store.write((tx) => tx.pages.delete([page]))
    expect(await find('page-key')).toEqual([])
    expect(await find()).toEqual([])
  })

  it('assigns a source key to only one item, even under concurrent requests', async () => {
    const { store } = opened
    const posts = [1, 2, 3].map(() => samplePost({ metadata: { sourceKey: 'wanted' } }))
    const results = await Promise.allSettled(posts.map(insert))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const duplicate = { code: 'DUPLICATE_SOURCE_KEY' }
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(duplicate)
    const page = samplePage({ metadata: { sourceKey: 'wanted' } })
    await expect(store.write((tx) => tx.pages.insert(page))).rejects.toMatchObject(duplicate)
    const other = samplePost()
    await insert(other)
    const changed = { ...other, revision: 2, metadata: { sourceKey: 'wanted' } }
    await expect(
      store.changePost({ kind: 'save', item: changed, newRevision: revisionOf(changed), facts: [] }),
    ).rejects.toMatchObject(duplicate)
    await expect(store.write((tx) => tx.posts.save(changed))).rejects.toMatchObject(duplicate)
  })

  it('reports the ids of existing and of deleted items as used', async () => {
    const { store } = opened
    const [present, deleted] = [samplePost(), samplePost()]
    await insert(present)
    await insert(deleted)
    await store.write((tx) => tx.posts.delete([deleted]))
    const unused = samplePost().id
    const ids = [present.id, deleted.id, unused, 'no id']
    expect([...(await store.read.transfer.usedIds('post', ids))].toSorted()).toEqual([present.id, deleted.id])
    expect(await store.read.transfer.usedIds('page', ids)).toEqual(new Set())
  })

  it('saves a changed creation date, and orders lists by it', async () => {
    const { store } = opened
    const [older, newer] = [1, 2].map((n) =>
      samplePost({ createdAt: at(n * 1000), metadata: { category: 'dated' } }),
    ) as [Post, Post]
    await insert(older)
    await insert(newer)
    const moved = { ...older, createdAt: at(5_000), revision: 2 }
    await store.write((tx) => tx.posts.save(moved))
    const { items } = await store.read.posts.list({ ...everything, category: 'dated' })
    expect(items.map(({ id }) => id)).toEqual([older.id, newer.id])
    expect((await store.read.posts.get(older.id))?.createdAt).toEqual(at(5_000))
  })

  it('reads complete items in order of id, in chunks of limited size', async () => {
    const { store } = opened
    const start = samplePost().id
    const long = 'x'.repeat(5_000_000)
    const posts = [samplePost(), samplePost({ content: long }), samplePost({ content: long }), samplePost()]
    for (const post of posts) await insert(post)
    const seen: string[] = []
    const sizes: number[] = []
    for (let id = start, isLast = false; !isLast; ) {
      const chunk = await store.read.transfer.after({ type: 'post', id }, 3)
      for (const item of chunk.items) {
        id = 'post' in item ? item.post.id : ''
        seen.push(id)
      }
      sizes.push(chunk.items.length)
      isLast = chunk.isLast
    }
    expect(seen).toEqual(posts.map(({ id }) => id))
    expect(sizes.every((size) => size > 0)).toBe(true)
    expect(sizes.length).toBeGreaterThan(1)
  })

  it('reads revisions item by item, oldest first, in chunks of limited size', async () => {
    const { store } = opened
    const long = 'x'.repeat(5_000_000)
    const start = { type: 'post' as const, id: samplePost().id, revision: 0 }
    const posts = [3, 4, 1].map((revision) => samplePost({ revision }))
    const page = samplePage({ revision: 2 })
    const [first, second, third] = posts as [Post, Post, Post]
    const snapshots = [
      snapshot(first, 1),
      snapshot(first, 2),
      snapshot(first, 3),
      snapshot(second, 1, { content: long }),
      snapshot(second, 2, { fields: { author: long } }),
      snapshot(second, 4, { metadata: { extra: long } }),
      snapshot(third, 1),
    ]
    await store.write(async (tx) => {
      for (const post of posts) await tx.posts.insert(post)
      await tx.posts.insertSnapshots(snapshots)
      await tx.pages.insert(page)
      await tx.pages.insertSnapshots([snapshot(page, 2)])
    })
    const { seen, numbers } = await revisionsFrom(store, start, 2)
    expect(seen).toEqual(snapshots.map(({ id, ...revision }) => ({ type: 'post', id, revision })))
    expect(numbers).toEqual([[1, 2], [3, 1], [2], [4, 1]])
    const { seen: all } = await revisionsFrom(store, { ...start, type: 'page' }, 2)
    expect(all.map(({ id, revision: { revision } }) => [id, revision])).toEqual([[page.id, 2]])
    expect(await store.read.transfer.revisionsAfter({ type: 'post', id: third.id, revision: 1 }, 2)).toEqual({
      revisions: [],
      isLast: true,
    })
  })
}

const snapshot = (item: Post | Page, revision: number, over: Partial<Snapshot> = {}): Snapshot => ({
  id: item.id,
  revision,
  by: 'ada',
  at: at(revision),
  title: item.title,
  slug: item.slug,
  status: 'draft',
  changed: [],
  isSnapshot: false,
  fields: {},
  metadata: {},
  content: `State ${revision}`,
  ...over,
})

/** All revisions after a position, and their numbers in each chunk. */
async function revisionsFrom({ read }: ContentStore, start: RevisionPlace, limit: number) {
  const seen: ItemRevision[] = []
  const numbers: number[][] = []
  for (let [position, isLast] = [start, false]; !isLast; ) {
    const chunk = await read.transfer.revisionsAfter(position, limit)
    seen.push(...chunk.revisions)
    numbers.push(chunk.revisions.map(({ revision }) => revision.revision))
    const last = seen.at(-1)
    if (last) position = { ...last, revision: last.revision.revision }
    isLast = chunk.isLast
  }
  return { seen, numbers }
}
