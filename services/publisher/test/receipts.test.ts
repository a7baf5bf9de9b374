import { anonymous } from '@typecase/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import type { Change } from '../src/core/reports/history/receipt.ts'
import { testPublisher } from './support/publisher.ts'
import { aMenuItem, aPage, aPost, aSourceSite, aSourceTheme } from './support/sites.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function publisher(...args: Parameters<typeof testPublisher>) {
  const fixture = testPublisher(...args)
  closing.push(fixture.close)
  const newest = async () =>
    (await fixture.app.listReceipts(fixture.admin, { limit: 1, offset: 0 })).receipts[0]
  const explain = (path: string) => fixture.app.explainPage(fixture.admin, path)
  return { ...fixture, newest, explain }
}

let count = 0
const change = (changes: Partial<Change> = {}): Change => ({
  id: `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`,
  kind: 'post',
  entityId: '',
  revision: 2,
  what: 'updated',
  title: null,
  slug: null,
  acceptedAt: new Date(Date.UTC(2025, 0, 1, 0, count)),
  updatedAt: null,
  ...changes,
})

const posts = Array.from({ length: 12 }, (_, n) => aPost(`p${n}`, { at: n + 1, category: 'News' }))
const about = aPage('about')
const site = () => aSourceSite({ posts, pages: [about], menu: [aMenuItem({ id: 'm', url: '/blog/' })] })
const retitled = (slug: string, from = site()) => {
  const updatedAt = '2026-03-01T00:00:00.000Z'
  return {
    ...from,
    posts: from.posts.map((post) =>
      post.slug === slug ? { ...post, title: 'Another title', updatedAt } : post,
    ),
  }
}

describe('the receipt of a generation', () => {
  it('has its changes, the number of files, reasons and times', async () => {
    const { generate, event, change: setSite, newest, app, admin } = publisher(site())
    await generate()
    expect(await newest()).toMatchObject({
      trigger: 'manual',
      state: 'activated',
      changes: [],
      files: { removed: 0 },
    })
    expect((await newest())?.reasons[0]).toMatchObject({ reason: 'new' })
    setSite(retitled('p0'))
    const saved = change({
      entityId: posts[0]?.id ?? '',
      title: 'Another title',
      slug: 'p0',
      updatedAt: '2026-03-01T00:00:00.000Z',
    })
    const generation = await event(saved)
    const receipt = await app.getReceipt(admin, generation?.id ?? '')
    expect(receipt).toMatchObject({
      generationId: generation?.id,
      state: 'activated',
      changes: [saved],
      changesTotal: 1,
      error: null,
    })
    // Rendered: the post, its newer neighbour, the last pages of four lists and the sitemap page. Written:
    // sitemap.xml, and the feeds of the site, of the category and of the author.
    expect(receipt.files).toMatchObject({
      rendered: generation?.pagesWritten,
      written: 10,
      copied: 0,
      removed: 0,
    })
    expect(Object.fromEntries(receipt.reasons.map(({ reason, files }) => [reason, files]))).toMatchObject({
      entry: 1,
      neighbours: 1,
      list: 5,
      feed: 10,
    })
    const times = [
      saved.acceptedAt,
      receipt.startedAt,
      receipt.plannedAt,
      receipt.renderedAt,
      receipt.activatedAt,
    ].map(Number)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times).not.toContain(0)
  })

  it('has the reasons for changes since the active generation, even if it was restored', async () => {
    const { generate, event, change: setSite, newest, app, admin } = publisher(site())
    const first = await generate()
    const titled = { ...site(), settings: { ...site().settings, siteTitle: 'Another site' } }
    setSite(titled)
    await event(change({ kind: 'settings', title: 'siteTitle' }))
    await app.activateGeneration(admin, first?.id ?? '')
    setSite(retitled('p0', titled))
    await event(change({ entityId: posts[0]?.id ?? '', updatedAt: '2026-03-01T00:00:00.000Z' }))
    const reasons = (await newest())?.reasons.map(({ reason }) => reason)
    expect(reasons).toEqual(expect.arrayContaining(['settings', 'entry']))
    expect(reasons).not.toContain('program')
  })

  it('omits a deletion saved after the plan if the deleted entry was unpublished', async () => {
    const { generate, app, receipts, ledger, newest, change: setSite, run, wait } = publisher(site())
    await generate()
    setSite(retitled('p0'))
    await app.noteChanges(ledger, { receipts, changes: [change({ entityId: posts[0]?.id ?? '' })] })
    wait(1_000)
    const deletion = (minutes: number) =>
      change({
        what: 'deleted',
        entityId: `draft ${minutes}`,
        acceptedAt: new Date(Date.UTC(2026, 0, 1, 0, minutes)),
      })
    // Both events arrive during the generation. One was saved before the plan, the other long after it.
    const late = [deletion(-60), deletion(60)]
    ledger.intercept('progress', async (forward, ...given) => {
      await receipts.note(late)
      return forward(...given)
    })
    await run()
    expect((await newest())?.changes.map(({ entityId }) => entityId)).toContain('draft -60')
    expect((await newest())?.changes.map(({ entityId }) => entityId)).not.toContain('draft 60')
  })

  it('has the state `unchanged` if no change is visible', async () => {
    const { generate, event, newest } = publisher(site())
    await generate()
    await event(change({ what: 'updated', title: 'A draft' }))
    expect(await newest()).toMatchObject({
      state: 'unchanged',
      activatedAt: null,
      changesTotal: 1,
      files: { rendered: 0, written: 0 },
    })
  })

  it('includes a change that the build contains, even if its event arrives during the build', async () => {
    const fixture = publisher(site())
    const { generate, change: setSite, app, ledger, receipts, newest, run, wait } = fixture
    await generate()
    const late = change({ entityId: posts[0]?.id ?? '', updatedAt: '2026-03-01T00:00:00.000Z' })
    const other = change({ entityId: posts[1]?.id ?? '', updatedAt: '2026-03-01T00:00:00.000Z' })
    setSite(retitled('p0'))
    let reads = 0
    const restore = receipts.intercept('pending', async (forward) => {
      if (++reads === 2) await receipts.note([late, other])
      return forward()
    })
    await app.noteChanges(ledger)
    wait(1_000)
    await run()
    expect(await newest()).toMatchObject({ state: 'activated', changes: [{ id: late.id }] })
    restore()
    expect((await receipts.pending()).changes).toEqual([other])
  })

  it('includes a change that is noted right before the start', async () => {
    const { generate, change: setSite, app, ledger, receipts, newest, run, wait } = publisher(site())
    await generate()
    setSite(retitled('p0'))
    await app.noteChanges(ledger)
    wait(1_000)
    const lateChange = change({ kind: 'menu', entityId: 'main' })
    ledger.intercept('start', async (forward, ...given) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      await app.noteChanges(ledger, { receipts, changes: [lateChange] })
      return forward(...given)
    })
    await run()
    expect(await newest()).toMatchObject({ state: 'activated', changes: [lateChange] })
  })

  it('leaves its changes to the next receipt if the generation failed', async () => {
    const { generate, event, change: setSite, newest } = publisher(site())
    await generate()
    setSite({ ...retitled('p0'), theme: aSourceTheme({ 'templates/post.html': '{{#if}}' }) })
    const saved = change({ entityId: posts[0]?.id ?? '' })
    await event(saved)
    expect(await newest()).toMatchObject({
      state: 'failed',
      activatedAt: null,
      changes: [saved],
      error: expect.stringContaining('Parse error'),
    })
    setSite(retitled('p0'))
    await event(change({ kind: 'theme', what: 'updated' }))
    expect(await newest()).toMatchObject({ state: 'activated', changesTotal: 2 })
  })

  it.each([
    [
      'menu',
      (from: ReturnType<typeof site>) => ({
        ...from,
        menu: [aMenuItem({ id: 'm', title: 'Other', url: '/blog/' })],
      }),
    ],
    [
      'settings',
      (from: ReturnType<typeof site>) => ({ ...from, settings: { ...from.settings, siteTitle: 'Other' } }),
    ],
    [
      'theme',
      (from: ReturnType<typeof site>) => ({
        ...from,
        theme: aSourceTheme({
          'templates/layout.html': '{{title}} {{#each menu}}{{title}}{{/each}}{{{content}}}',
        }),
      }),
    ],
  ] as const)('has %s as the reason for all pages', async (reason, edit) => {
    const layout = '<body>{{#each menu}}{{title}}{{/each}}{{{content}}}</body>'
    const from = { ...site(), theme: aSourceTheme({ 'templates/layout.html': layout }) }
    const { generate, event, change: setSite, newest } = publisher(from)
    await generate()
    setSite(edit(from))
    const generation = await event()
    expect((await newest())?.reasons).toContainEqual({ reason, files: generation?.pagesTotal })
  })

  it('requires an administrator and a known generation', async () => {
    const { app, admin } = publisher(site())
    const editor = { kind: 'user', id: 'u', username: 'ed', role: 'editor', sessionId: 's' } as const
    await expect(app.listReceipts(editor, { limit: 1, offset: 0 })).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await expect(app.getReceipt(anonymous, 'x')).rejects.toMatchObject({ kind: 'unauthenticated' })
    await expect(app.getReceipt(admin, 'x')).rejects.toMatchObject({ code: 'RECEIPT_NOT_FOUND' })
  })
})
