import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageRules } from '../../src/core/pages/page-rules.ts'
import type { ContentStore } from '../../src/core/ports.ts'
import { postRules } from '../../src/core/posts/post-rules.ts'
import { buildRevision } from '../../src/core/revisions/revision.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { at, nextId, samplePage, samplePost } from './samples.ts'

/** Contract of ContentStore for revisions. */
export function revisionsContract(open: OpenStore): void {
  let opened: OpenedStore
  let store: ContentStore
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())

  const part = { limit: 10, offset: 0 }
  const insert = async () => {
    const post = samplePost({
      title: 'One',
      metadata: { z: 1, a: [null, { b: '2' }] },
      content: 'a\r\n\tb  \n',
    })
    await store.write(async (tx) => {
      await tx.posts.insert(post)
      await tx.posts.insertRevisions([buildRevision(postRules, post, 'ada')])
    })
    return post
  }

  it('keeps the saved state of the post, despite later changes', async () => {
    const post = await insert()
    const changed = {
      ...post,
      title: 'Two',
      author: 'bob',
      metadata: {},
      content: 'new',
      updatedAt: at(9),
      revision: 2,
    }
    await store.write(async (tx) => {
      await tx.posts.save(changed)
      await tx.posts.insertRevisions([buildRevision(postRules, changed, 'bob', ['title', 'a,"b\\'])])
    })
    const first = await store.read.posts.revisions.get(post.id, 1)
    expect(first).toEqual({
      ...{
        revision: 1,
        by: 'ada',
        at: post.updatedAt,
        title: 'One',
        slug: post.slug,
        status: 'draft',
        changed: [],
        isSnapshot: false,
      },
      ...{ fields: { author: 'ada' }, metadata: post.metadata, content: 'a\r\n\tb  \n' },
    })
    expect(Object.keys(first?.metadata ?? {})).toEqual(['z', 'a'])
    const second = {
      revision: 2,
      by: 'bob',
      at: at(9),
      title: 'Two',
      slug: post.slug,
      status: 'draft',
      changed: ['title', 'a,"b\\'],
      isSnapshot: false,
    }
    const { items, total } = await store.read.posts.revisions.list(post.id, part)
    expect([items[0], items.map(({ revision }) => revision), total]).toEqual([second, [2, 1], 2])
  })

  it('stores the parent and the schedule of a page', async () => {
    const parent = samplePage({ slug: 'above' })
    const page = samplePage({
      parentId: parent.id,
      slug: 'below',
      path: ['above', 'below'],
      publishAt: at(5),
    })
    await store.write(async (tx) => {
      await tx.pages.insert(parent)
      await tx.pages.insert(page)
      await tx.pages.insertRevisions([
        buildRevision(pageRules, parent, 'ada'),
        buildRevision(pageRules, page, 'ada'),
      ])
    })
    expect(await store.read.pages.revisions.get(page.id, 1)).toMatchObject({
      fields: { pageType: 'custom', parentPage: 'above', publishAt: at(5).toISOString() },
      content: page.content,
    })
    expect((await store.read.pages.revisions.get(parent.id, 1))?.fields).toEqual({
      pageType: 'custom',
      parentPage: null,
    })
  })

  it('stores snapshots, leaves their items unchanged, and lists the snapshots by revision', async () => {
    const post = await insert()
    const other = await insert()
    const page = samplePage({ revision: 2 })
    const snapshot = {
      ...{
        by: 'bob',
        at: at(7),
        title: 'Unsaved',
        slug: post.slug,
        status: 'draft' as const,
        changed: ['a,"b\\'],
        isSnapshot: true,
      },
      ...{ fields: { author: 'ada' }, metadata: { z: 1, a: [null] }, content: 'a\r\n' },
    }
    await store.write(async (tx) => {
      await tx.posts.saveHeads([{ ...post, revision: 2 }])
      await tx.posts.saveHeads([{ ...other, revision: 2 }])
      const saved = { ...snapshot, changed: [], isSnapshot: false }
      await tx.posts.insertSnapshots([
        { id: post.id, revision: 2, ...snapshot },
        { id: other.id, revision: 2, ...saved },
      ])
      await tx.posts.insertSnapshots([])
      await tx.pages.insert(page)
      await tx.pages.insertSnapshots([{ id: page.id, revision: 2, ...snapshot }])
    })
    expect(await store.read.posts.revisions.get(post.id, 2)).toEqual({ revision: 2, ...snapshot })
    expect(await store.read.pages.revisions.get(page.id, 2)).toEqual({ revision: 2, ...snapshot })
    expect(await store.read.posts.revisions.get(other.id, 2)).toEqual({
      ...{ revision: 2, ...snapshot },
      ...{ changed: [], isSnapshot: false },
    })
    const { metadata } = (await store.read.posts.revisions.get(post.id, 2)) ?? {}
    expect(Object.keys(metadata ?? {})).toEqual(['z', 'a'])
    expect(
      (await store.read.posts.revisions.list(post.id, part)).items.map(({ isSnapshot }) => isSnapshot),
    ).toEqual([true, false])
    expect(await store.read.posts.get(post.id)).toMatchObject({
      title: 'One',
      content: post.content,
      updatedAt: post.updatedAt,
    })
  })

  it('lists one page of the revisions and counts all', async () => {
    let post = await insert()
    for (let n = 0; n < 4; n++) {
      post = { ...post, revision: post.revision + 1 }
      const saved = post
      await store.write(async (tx) => {
        await tx.posts.saveHeads([saved])
        await tx.posts.insertRevisions([buildRevision(postRules, saved, 'ada')])
      })
    }
    const { items, total } = await store.read.posts.revisions.list(post.id, { limit: 2, offset: 1 })
    expect([items.map(({ revision }) => revision), total]).toEqual([[4, 3], 5])
  })

  it('returns no revisions of an unknown item, of another type, or of a failed transaction', async () => {
    const post = await insert()
    const none = { items: [], total: 0 }
    for (const id of [nextId(), 'no-id', ''])
      expect(await store.read.posts.revisions.list(id, part)).toEqual(none)
    expect(await store.read.pages.revisions.list(post.id, part)).toEqual(none)
    expect(await store.read.posts.revisions.get(post.id, 2)).toBeUndefined()
    const failing = store.write(async (tx) => {
      await tx.posts.saveHeads([{ ...post, revision: 2 }])
      await tx.posts.insertRevisions([buildRevision(postRules, { ...post, revision: 2 }, 'ada')])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await store.read.posts.revisions.list(post.id, part)).total).toBe(1)
  })

  it('deletes the revisions of a deleted item, and keeps those of other items', async () => {
    const [post, other] = [await insert(), await insert()]
    const page = samplePage()
    await store.write(async (tx) => {
      await tx.posts.delete([post])
      await tx.pages.insert(page)
      await tx.pages.insertRevisions([buildRevision(pageRules, page, 'ada')])
      await tx.pages.delete([page])
    })
    expect((await store.read.posts.revisions.list(post.id, part)).total).toBe(0)
    expect((await store.read.pages.revisions.list(page.id, part)).total).toBe(0)
    expect((await store.read.posts.revisions.list(other.id, part)).total).toBe(1)
  })
}
