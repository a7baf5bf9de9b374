import { afterAll, beforeEach, expect, it } from 'vitest'
import { followSchedule } from '../../src/core/schedule/follow-schedule.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { at, range, samplePage, samplePost, shown } from './samples.ts'

/** Contract of ContentStore for scheduled changes: followSchedule applies each change once. */
export function scheduleContract(open: OpenStore): void {
  let opened: OpenedStore | undefined
  const fresh = async () => {
    await opened?.close()
    opened = await open()
    return opened
  }
  let store: OpenedStore['store']
  beforeEach(async () => {
    store = (await fresh()).store
  })
  afterAll(() => opened?.close())

  const [hour, now] = [3_600_000, at(100 * 3_600_000)]
  const later = (hours: number) => new Date(now.getTime() + hours * hour)

  it('returns the instants of an item, and finds due items, longest due first', async () => {
    const posts = [
      samplePost({ publishAt: now, unpublishAt: later(1) }),
      samplePost({ publishAt: later(-2) }),
      samplePost({ publishAt: later(1) }),
      samplePost({ unpublishAt: later(-1) }),
      samplePost({ status: 'published', unpublishAt: later(-1) }),
      samplePost({ status: 'published', unpublishAt: later(1) }),
    ]
    const page = samplePage({ publishAt: later(-1) })
    await store.write(async (tx) => {
      for (const post of posts) await tx.posts.insert(post)
      await tx.pages.insert(page)
    })
    for (const post of posts) expect(await store.read.posts.get(post.id)).toEqual(shown(post))
    expect(await store.read.pages.get(page.id)).toEqual(page)
    const due = [posts[1], posts[4], posts[0]].map((post) => post?.id)
    expect(await store.read.posts.due(now, 10)).toEqual(due)
    expect(await store.read.posts.due(now, 2)).toEqual(due.slice(0, 2))
    expect(await store.read.pages.due(now, 10)).toEqual([page.id])
    await store.write((tx) => tx.pages.saveHeads([{ ...page, publishAt: undefined, revision: 2 }]))
    expect(await store.read.pages.due(now, 10)).toEqual([])
  })

  it('changes each due item once with eight concurrent callers', async () => {
    const posts = range(30).map(() => samplePost({ publishAt: later(-1) }))
    const pages = range(10).map(() => samplePage({ status: 'published', unpublishAt: later(-1) }))
    await store.write(async (tx) => {
      for (const post of posts) await tx.posts.insert(post)
      for (const page of pages) await tx.pages.insert(page)
    })
    const counts = await Promise.all(range(8).map(() => followSchedule({ store, clock: () => now })()))
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(40)
    const facts = (await opened?.facts()) ?? []
    expect(facts.map(({ entity }) => entity).toSorted()).toEqual(
      [...posts.map(({ id }) => `post:${id}`), ...pages.map(({ id }) => `page:${id}`)].toSorted(),
    )
    expect(new Set(facts.map(({ type, revision }) => `${type} ${revision}`))).toEqual(
      new Set(['content.post.published 2', 'content.page.unpublished 2']),
    )
    const { items, total } = await store.read.posts.revisions.list(posts[0]?.id ?? '', {
      limit: 10,
      offset: 0,
    })
    expect([items, total]).toEqual([
      [
        expect.objectContaining({
          revision: 2,
          by: 'scheduler',
          status: 'published',
          changed: ['status', 'publishAt', 'publishedAt'],
        }),
      ],
      1,
    ])
    expect(await store.read.pages.get(pages[0]?.id ?? '')).toMatchObject({
      status: 'draft',
      unpublishAt: undefined,
      revision: 2,
    })
  })
}
