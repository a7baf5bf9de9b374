import { type Actor, isAppError } from '@typecase/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { markup } from '../../src/adapters/markup/markup.ts'
import { type ContentApp, contentApp } from '../../src/core/app.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { unexpected } from '../unexpected.ts'
import type { OpenedStore, OpenStore } from './opened-store.ts'
import { nextId, range } from './samples.ts'

const editor: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'editor', sessionId: 's1' }

/** Invariants of the operations under concurrent calls. */
export function invariantsContract(open: OpenStore): void {
  let opened: OpenedStore
  let app: ContentApp
  beforeAll(async () => {
    opened = await open()
    app = contentApp({
      store: opened.store,
      markup: markup(),
      clock: () => new Date(),
      newId: nextId,
      logError: unexpected,
    })
  })
  afterAll(() => opened.close())

  const post = async (metadata: JsonObject) => (await app.createPost(editor, { metadata })).item
  const custom = async (slug: string, parentPage: string | null = null) =>
    (await app.createPage(editor, { metadata: { title: slug, slug, pageType: 'custom', parentPage } })).item
  const codes = (results: PromiseSettledResult<unknown>[]) =>
    results
      .map((result) =>
        result.status === 'fulfilled'
          ? 'ok'
          : isAppError(result.reason)
            ? result.reason.code
            : String(result.reason),
      )
      .toSorted()

  it('assigns different slugs to 8 posts with the same title', async () => {
    const created = await Promise.all(range(8).map(() => post({ title: 'Same title' })))
    expect(created.map(({ slug }) => slug).toSorted()).toEqual([
      'same-title',
      ...range(7).map((i) => `same-title-${i + 2}`),
    ])
  })

  it('assigns an explicit slug to only one of 8 posts', async () => {
    const results = await Promise.allSettled(range(8).map(() => post({ title: 'x', slug: 'explicit' })))
    expect(codes(results)).toEqual([...range(7).map(() => 'DUPLICATE_SLUG'), 'ok'])
  })

  it('allows no cycle of pages', async () => {
    for (let round = 0; round < 5; round++) {
      const slugs = range(8).map((i) => `ring-${round}-${i}`)
      const created = await Promise.all(slugs.map((slug) => custom(slug)))
      const results = await Promise.allSettled(
        created.map(({ id }, i) =>
          app.updatePage(editor, { id, metadata: { parentPage: slugs[(i + 1) % 8] ?? '' } }),
        ),
      )
      expect(codes(results)).toEqual(['VALIDATION_ERROR', ...range(7).map(() => 'ok')])
      const pages = await Promise.all(created.map(({ id }) => app.getPage(editor, id)))
      for (const page of pages) {
        const parent = pages.find(({ id }) => id === page.parentId)
        expect(page.path).toEqual([...(parent?.path ?? []), page.slug])
      }
    }
  })

  it('lets one of 20 writers replace the revision that all have read', async () => {
    const { id } = await post({ title: 'Contended' })
    for (let revision = 1; revision <= 3; revision++) {
      const results = await Promise.allSettled(
        range(20).map((i) =>
          app.updatePost(editor, { id, metadata: { subtitle: `${i}` }, expectedRevision: revision }),
        ),
      )
      expect(codes(results)).toEqual([...range(19).map(() => 'PRECONDITION_FAILED'), 'ok'])
      const winner = results.findIndex(({ status }) => status === 'fulfilled')
      const { post: saved } = await app.getPost(editor, { id, resolveRelated: false })
      expect(saved).toMatchObject({ revision: revision + 1, metadata: { subtitle: `${winner}` } })
    }
  })

  it('lets only one of 6 concurrent callers delete a post', async () => {
    const { id } = await post({ title: 'Once' })
    const results = await Promise.allSettled(range(6).map(() => app.deletePost(editor, { id })))
    expect(codes(results)).toEqual([...range(5).map(() => 'POST_NOT_FOUND'), 'ok'])
  })

  it('applies all settings that are changed at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const change = (values: object) => app.updateSettings(editor, { change: values, validateOnly: false })
      await Promise.all([
        change({ siteTitle: `t${round}` }),
        change({ siteDescription: `d${round}` }),
        change({ footerCode: `f${round}` }),
      ])
      expect((await app.getSettings(editor)).values).toMatchObject({
        siteTitle: `t${round}`,
        siteDescription: `d${round}`,
        footerCode: `f${round}`,
      })
    }
  })

  it('deletes each post once in two concurrent bulk calls', async () => {
    const ids = (await Promise.all(range(60).map(() => post({ title: 'Bulk' })))).map(({ id }) => id)
    const results = await Promise.all(
      [ids, ids.toReversed()].map((order) => app.bulkPosts(editor, { action: 'delete', ids: order })),
    )
    expect(results.flat().filter(({ success }) => success)).toHaveLength(60)
  })

  it('records an event for every change, in order of revision and without gaps', async () => {
    await Promise.all(
      range(10).map(async (i) => {
        const { id } = await post({ title: `Reported ${i}`, status: 'published' })
        await Promise.all(range(4).map((n) => app.updatePost(editor, { id, metadata: { n } })))
        await app.bulkPosts(editor, { action: 'draft', ids: [id] })
        if (i % 2) await app.deletePost(editor, { id })
      }),
    )
    const revisions = new Map<string, number>()
    for (const { entity, revision } of await opened.facts()) {
      expect(revision, entity).toBe((revisions.get(entity) ?? 0) + 1)
      revisions.set(entity, revision)
    }
    const { items } = await app.listPosts(editor, { view: 'none', limit: 1000 })
    for (const { id, revision } of items) expect(revisions.get(`post:${id}`)).toBe(revision)
  })
}
