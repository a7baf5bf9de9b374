import { afterAll, beforeAll, expect, it } from 'vitest'
import { postFact } from '../../src/core/events.ts'
import type { ContentStore, ContentWriter } from '../../src/core/ports.ts'
import type { Post } from '../../src/core/posts/post.ts'
import { defaultSettings } from '../../src/core/settings/settings.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { at, everything, nextId, range, samplePage, samplePost, shown } from './samples.ts'

/** Contract of ContentStore, run for every adapter. */
export function contentStoreContract(open: OpenStore): void {
  let opened: OpenedStore
  let store: ContentStore
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())

  const insert = async (over: Partial<Post> = {}) => {
    const post = samplePost(over)
    await store.write((tx) => tx.posts.insert(post))
    return post
  }
  const count = async () => (await store.read.posts.list(everything)).total

  it('returns a post unchanged', async () => {
    const post = await insert({
      title: '  Ünïcödé 🎉 \t',
      metadata: {
        z: 1,
        a: [1.5, null, { deep: ['123', true] }],
        '': 'empty name',
        category: 'News',
        tags: ['x', 'y z'],
      },
      content: 'a\r\n\tb  \n\n日本語 e\u0301 \u202eabc',
      revision: 7,
    })
    const found = await store.read.posts.get(post.id)
    expect(found).toEqual(shown(post))
    expect(Object.keys(found?.metadata ?? {})).toEqual(['z', 'a', '', 'category', 'tags'])
  })

  it('returns a page unchanged', async () => {
    const parent = samplePage()
    const page = samplePage({
      parentId: parent.id,
      slug: 'below',
      path: [parent.slug, 'below'],
      metadata: { extra: ['"', '{}', ','] },
    })
    await store.write(async (tx) => {
      await tx.pages.insert(parent)
      await tx.pages.insert(page)
    })
    expect(await store.read.pages.get(page.id)).toEqual(page)
    expect(await store.read.pages.custom('below')).toMatchObject({
      id: page.id,
      parentId: parent.id,
      path: [parent.slug, 'below'],
    })
  })

  it('finds nothing for an id that is not a UUID', async () => {
    for (const id of ['', 'no-id', '1', nextId().toUpperCase().replace('0', 'A'), 'a\u0000b', "'; --"]) {
      expect(await store.read.posts.get(id)).toBeUndefined()
      expect(await store.read.pages.get(id)).toBeUndefined()
      expect(await store.write((tx) => tx.posts.lock([id]))).toEqual([])
      expect(await store.write((tx) => tx.pages.lock([id]))).toEqual([])
      expect(await store.read.posts.heads([id])).toEqual([])
    }
  })

  it('rolls back items, events, counts and settings when work throws', async () => {
    const [before, facts, settings] = [
      await count(),
      (await opened.facts()).length,
      await store.read.settings(),
    ]
    const post = samplePost()
    const failing = store.write(async (tx) => {
      await tx.posts.insert(post)
      await tx.record(postFact('created', post))
      await tx.saveSettings({ values: { ...defaultSettings, siteTitle: 'Lost' }, revision: 99 })
      throw new Error('after all')
    })
    await expect(failing).rejects.toThrow('after all')
    expect(await store.read.posts.get(post.id)).toBeUndefined()
    expect(await count()).toBe(before)
    expect(await opened.facts()).toHaveLength(facts)
    expect(await store.read.settings()).toEqual(settings)
  })

  it('stores an event with its change, and advances the position', async () => {
    const position = await store.position()
    const post = samplePost({ title: 'Reported' })
    await store.write(async (tx) => {
      await tx.posts.insert(post)
      await tx.record(postFact('created', post))
    })
    expect((await opened.facts()).at(-1)).toEqual(postFact('created', post))
    expect(await store.position()).toBeGreaterThan(position)
  })

  it('refuses a second post with the same slug, and the transaction continues', async () => {
    const { slug } = await insert()
    const other = samplePost()
    await store.write(async (tx) => {
      await expect(tx.posts.insert(samplePost({ slug }))).rejects.toMatchObject({
        code: 'DUPLICATE_SLUG',
        fields: { slug },
      })
      await tx.posts.insert(other)
    })
    expect(await store.read.posts.get(other.id)).toEqual(shown(other))
  })

  it('refuses a second page with the same slug and type, but accepts another type', async () => {
    const first = samplePage({ pageType: 'normal' })
    await store.write((tx) => tx.pages.insert(first))
    const again = (pageType: 'normal' | 'custom') =>
      store.write((tx) => tx.pages.insert(samplePage({ slug: first.slug, pageType })))
    await expect(again('normal')).rejects.toMatchObject({
      code: 'DUPLICATE_SLUG',
      message: 'A page with this slug already exists',
    })
    await again('custom')
    expect(await store.write((tx) => tx.pages.takenSlugs('normal', [first.slug, 'free']))).toEqual(
      new Set([first.slug]),
    )
  })

  it('refuses to save an item with the slug of another item', async () => {
    const [one, two] = [await insert(), await insert()]
    const save = store.write((tx) => tx.posts.save({ ...two, slug: one.slug, revision: 2 }))
    await expect(save).rejects.toMatchObject({
      code: 'DUPLICATE_SLUG',
      message: 'A post with this slug already exists',
    })
    const [normal, custom] = [samplePage({ slug: 'both', pageType: 'normal' }), samplePage({ slug: 'both' })]
    await store.write(async (tx) => {
      await tx.pages.insert(normal)
      await tx.pages.insert(custom)
    })
    const change = store.write((tx) => tx.pages.save({ ...custom, pageType: 'normal', revision: 2 }))
    await expect(change).rejects.toMatchObject({ code: 'DUPLICATE_SLUG' })
  })

  it('assigns a slug to only one of many concurrent writers', async () => {
    const slug = 'raced'
    const results = await Promise.allSettled(range(8).map(() => insert({ slug })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'DUPLICATE_SLUG' })
  })

  it('saves or deletes an item only if the expected revision is stored', async () => {
    const post = await insert({ revision: 3 })
    const page = samplePage({ revision: 3 })
    await store.write((tx) => tx.pages.insert(page))
    const stale = { code: 'PRECONDITION_FAILED' }
    for (const revision of [3, 5]) {
      await expect(store.write((tx) => tx.posts.save({ ...post, revision }))).rejects.toMatchObject(stale)
      await expect(store.write((tx) => tx.posts.saveHeads([{ ...post, revision }]))).rejects.toMatchObject(
        stale,
      )
      await expect(store.write((tx) => tx.pages.save({ ...page, revision }))).rejects.toMatchObject(stale)
      await expect(store.write((tx) => tx.pages.saveHeads([{ ...page, revision }]))).rejects.toMatchObject(
        stale,
      )
      await expect(
        store.write((tx) => tx.posts.delete([{ ...post, revision: revision - 1 }])),
      ).rejects.toMatchObject(stale)
      await expect(
        store.write((tx) => tx.pages.delete([{ ...page, revision: revision - 1 }])),
      ).rejects.toMatchObject(stale)
    }
    const published = { status: 'published', publishedAt: at(4), updatedAt: at(5), revision: 4 } as const
    await store.write((tx) => tx.posts.saveHeads([{ ...post, ...published }]))
    await store.write((tx) => tx.pages.saveHeads([{ ...page, path: ['x', page.slug], revision: 4 }]))
    expect(await store.read.posts.get(post.id)).toEqual(shown({ ...post, ...published }))
    expect(await store.read.pages.get(page.id)).toEqual({ ...page, path: ['x', page.slug], revision: 4 })
  })

  it('lets one of 20 concurrent writers replace a revision', async () => {
    const post = await insert({ metadata: { count: 0 } })
    const results = await Promise.allSettled(
      range(20).map((i) => store.write((tx) => tx.posts.save({ ...post, title: `${i}`, revision: 2 }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await store.read.posts.get(post.id)).toMatchObject({
      revision: 2,
      title: `${results.findIndex(({ status }) => status === 'fulfilled')}`,
    })
  })

  it('loses no update of 20 parallel writers that lock first', async () => {
    const post = await insert({ metadata: { count: 0 } })
    const add = (tx: ContentWriter) => async () => {
      const before = await tx.posts.get(post.id)
      if (before)
        await tx.posts.save({
          ...before,
          metadata: { count: Number(before.metadata.count) + 1 },
          revision: before.revision + 1,
        })
    }
    await Promise.all(range(20).map(() => store.write((tx) => add(tx)())))
    expect(await store.read.posts.get(post.id)).toMatchObject({ revision: 21, metadata: { count: 20 } })
  })

  it('never deadlocks when the same posts are locked in different orders', async () => {
    const ids = (await Promise.all(range(10).map(() => insert()))).map(({ id }) => id)
    const rounds = range(8).map((i) =>
      store.write(async (tx) => {
        const found = await tx.posts.lock(i % 2 ? ids : ids.toReversed())
        await tx.posts.saveHeads(found.map((head) => ({ ...head, revision: head.revision + 1 })))
      }),
    )
    await Promise.all(rounds)
    for (const id of ids) expect((await store.read.posts.get(id))?.revision).toBe(9)
  })

  it('runs writers that lock the page tree one after another', async () => {
    const page = samplePage({ revision: 1 })
    await store.write((tx) => tx.pages.insert(page))
    const bump = (tx: ContentWriter) => async () => {
      await tx.pages.lockTree()
      const before = await tx.pages.get(page.id)
      if (before) await tx.pages.save({ ...before, revision: before.revision + 1 })
    }
    await Promise.all(range(8).map(() => store.write((tx) => bump(tx)())))
    expect((await store.read.pages.get(page.id))?.revision).toBe(9)
  })

  it('finds all descendants of a page, parents first', async () => {
    const top = samplePage()
    const child = samplePage({ parentId: top.id, slug: 'd-child', path: [top.slug, 'd-child'] })
    const other = samplePage({ parentId: top.id, slug: 'd-other', path: [top.slug, 'd-other'] })
    const leaf = samplePage({ parentId: child.id, slug: 'd-leaf', path: [top.slug, 'd-child', 'd-leaf'] })
    const { below, children } = await store.write(async (tx) => {
      for (const page of [top, child, other, leaf]) await tx.pages.insert(page)
      return { below: await tx.pages.descendants(top.id), children: await tx.pages.children(top.id) }
    })
    expect(new Set(below.map(({ id }) => id))).toEqual(new Set([child.id, other.id, leaf.id]))
    expect(below.at(-1)?.id).toBe(leaf.id)
    expect(children.map(({ id }) => id).toSorted()).toEqual([child.id, other.id].toSorted())
  })

  it('has the default settings, and returns saved ones', async () => {
    expect(await store.read.settings()).toEqual({ values: defaultSettings, revision: 0 })
    const saved = {
      values: { ...defaultSettings, siteTitle: '"Títle"', postsPerPage: 7, staticCleanUrls: false },
      revision: 1,
    }
    await store.write(async (tx) => {
      await tx.lockSettings()
      await tx.saveSettings(saved)
    })
    expect(await store.read.settings()).toEqual(saved)
  })

  it('loses no settings of parallel writers that lock first', async () => {
    const start = (await store.read.settings()).revision
    await Promise.all(
      range(8).map(() =>
        store.write(async (tx) => {
          const { values, revision } = await tx.lockSettings()
          await tx.saveSettings({ values, revision: revision + 1 })
        }),
      ),
    )
    expect((await store.read.settings()).revision).toBe(start + 8)
  })

  it('streams a consistent snapshot of all content', async () => {
    const total = await count()
    const seen = { posts: new Map<string, Post>(), pages: 0, settings: 0 }
    for await (const item of store.snapshot()) {
      if ('post' in item) seen.posts.set(item.post.id, item.post)
      else if ('page' in item) seen.pages++
      else seen.settings++
      // Inserted while the stream runs: not part of the snapshot.
      if (seen.posts.size === 1) await insert()
    }
    expect(seen.posts.size).toBe(total)
    expect(seen.settings).toBe(1)
    expect(seen.pages).toBe((await store.read.pages.list({ offset: 0, body: 'none' })).total)
    const [post = samplePost()] = seen.posts.values()
    expect(await store.read.posts.get(post.id)).toEqual(shown(post))
  })

  it('releases a stream that its reader ends early', async () => {
    for (let i = 0; i < 30; i++) for await (const _ of store.snapshot()) break
    expect(await count()).toBeGreaterThan(0)
  })
}
