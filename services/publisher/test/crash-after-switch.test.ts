import { afterEach, describe, expect, it } from 'vitest'
import type { Change } from '../src/core/reports/history/receipt.ts'
import { memoryModelStore } from './memory/model-store.ts'
import { memoryPageRecordStore } from './memory/page-records.ts'
import { contentFeedOf } from './support/content-feed.ts'
import { intercepted } from './support/intercepted.ts'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite } from './support/sites.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const posts = Array.from({ length: 4 }, (_, n) => aPost(`p${n}`, { at: n + 1 }))
const body = { ...aPost('x').body, excerpt: '[nowhere](/post/no-such-post/)' }
const before = aSourceSite({ posts })
const after = aSourceSite({
  posts: posts.map((post, n) => (n === 0 ? { ...post, title: 'Another title', body } : post)),
})
const saved: Change = {
  id: 'c1',
  kind: 'post',
  entityId: posts[0]?.id ?? '',
  what: 'updated',
  revision: 2,
  title: 'Another title',
  slug: 'p0',
  acceptedAt: new Date(Date.UTC(2026, 0, 1)),
  updatedAt: null,
}

/** Two processes with the same storage. `die` ends the first one and its lease. */
function processes() {
  const records = intercepted(memoryPageRecordStore())
  const model = memoryModelStore()
  const first = testPublisher(before, { records, model })
  const { sites, ledger, receipts } = first
  const second = testPublisher(after, {
    records,
    model,
    sites,
    ledger,
    receipts,
    feed: contentFeedOf(() => after),
  })
  closing.push(first.close, second.close)
  const lease = new AbortController()
  const die = () => {
    lease.abort()
    return new Promise<never>(() => undefined)
  }
  return { first, second, records, ledger, receipts, sites, die, lease }
}

const crashes = {
  'before it ends the receipt': ({ receipts }, die) => {
    return [receipts.intercept('end', die)]
  },
  'before it stores the page records': ({ records }, die) => {
    return [records.intercept('write', die), records.intercept('saveLinkReport', die)]
  },
  'before it finishes the generation': ({ ledger }, die) => {
    return [ledger.intercept('finish', die)]
  },
} satisfies Record<
  string,
  (
    adapters: Pick<ReturnType<typeof processes>, 'receipts' | 'records' | 'ledger'>,
    die: () => Promise<never>,
  ) => (() => void)[]
>

describe.each(Object.entries(crashes))('a publisher that dies after switching the site, %s', (_, crash) => {
  async function takeOver(trigger: 'event' | 'manual') {
    const fixture = processes()
    const { first, second, ledger, receipts, die, lease } = fixture
    await first.generate()
    first.change(after)
    if (trigger === 'event') await first.app.noteChanges(ledger, { receipts, changes: [saved] })
    else {
      await receipts.note([saved])
      await first.app.generateSite(first.admin, {})
    }
    first.wait(1_000)
    const restores = crash(fixture, die)
    void first.app.runGenerations(lease.signal)
    await expect.poll(() => lease.signal.aborted, { timeout: 10_000 }).toBe(true)
    for (const restore of restores) restore()
    expect((await ledger.overview()).current).toMatchObject({ state: 'running' })
    second.wait(60_000)
    await second.run()
    const last = (await ledger.overview()).last
    expect(last).toMatchObject({ state: 'succeeded', trigger, attempts: 2 })
    return { ...fixture, id: last?.id ?? '' }
  }

  it.each(['event', 'manual'] as const)(
    'leaves a generation (%s) that the next lease holder records completely',
    async (trigger) => {
      const { second, records, receipts, sites, id } = await takeOver(trigger)
      expect(await receipts.find(id)).toMatchObject({
        state: 'activated',
        changes: [{ id: 'c1' }],
        changesTotal: 1,
      })
      expect((await receipts.find(id))?.files.rendered).toBeGreaterThan(0)
      expect((await receipts.pending()).total).toBe(0)
      const report = await records.linkReport('_site')
      expect(report).toMatchObject({
        generationId: id,
        listed: [{ page: 'post/p0/index.html', link: '/post/no-such-post/' }],
      })
      const paths = (await sites.current('_site'))?.paths ?? []
      expect(report?.pages).toBe(paths.filter((path) => path.endsWith('.html')).length)
      for (const path of paths)
        expect((await second.app.explainPage(second.admin, `/${path}`)).path, path).toBe(path)
      expect((await second.app.explainPage(second.admin, '/post/p0/')).lastChange).toMatchObject({
        generationId: id,
      })
      expect((await sites.generations('_site')).map((each) => each.id)).toHaveLength(2)
    },
  )
})
