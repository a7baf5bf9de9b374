import { describe, expect, it, onTestFinished } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import type { RenderShard, Shard, ShardJob, ShardReport } from '../src/core/build/shards/shard.ts'
import type { SiteStore } from '../src/core/ports.ts'
import { memoryModelStore } from './memory/model-store.ts'
import { memorySiteStore } from './memory/site-store.ts'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite, type SourceSite } from './support/sites.ts'

const site = aSourceSite({
  posts: Array.from({ length: 300 }, (_, n) => aPost(`post-${n}`, { at: (n % 28) + 1, tags: [`T${n % 5}`] })),
})
const { signal } = new AbortController()

/** How the other publisher renders a shard (a part of the pages); undefined if the publisher dies. */
type RenderBehavior = (shard: Shard, render: RenderShard, job: ShardJob) => Promise<ShardReport | undefined>

const renderFully: RenderBehavior = (shard, render, job) =>
  render(shard, async () => structuredClone(job.context()), signal)

/** Builds the site with another publisher, which receives shards before the coordinator renders any. */
async function buildWith(
  behavior: RenderBehavior,
  { otherSite = site, times = 1 }: { otherSite?: SourceSite; times?: number } = {},
) {
  const [model, sites] = [memoryModelStore(), memorySiteStore()]
  const real = handlebarsRenderer({ processes: 1 })
  onTestFinished(real.close)
  const other = testPublisher(otherSite, { model, sites })
  onTestFinished(other.close)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const failures: unknown[] = []
  const shards: Shard[] = []
  const pages = { own: 0, 'by others': 0, 'for others': 0 }

  async function take(job: ShardJob): Promise<void> {
    for (let number = 0; number < job.shards; number++) {
      const shard = structuredClone(job.shard(number))
      if (!shard) continue
      shards.push(shard)
      try {
        const report = await behavior(shard, other.app.renderShard, job)
        for (let n = 0; report && n < times; n++) await job.report(number, report, 'other')
      } catch (error) {
        failures.push(error)
      }
    }
    end()
  }

  const coordinator = testPublisher(site, {
    ...{ model, sites },
    renderer: { ...real, render: (job) => ended.then(() => real.render(job)) },
    shards: {
      async offer(job) {
        void take(job)
        return { close: async () => undefined }
      },
      rendered: (share, count) => {
        pages[share] += count
      },
      shared: () => undefined,
    },
  })
  onTestFinished(coordinator.close)
  const generation = await coordinator.generate()
  return { generation, pages, failures, shards, other, files: await filesIn(sites) }
}

async function filesIn(store: SiteStore & ReturnType<typeof memorySiteStore>) {
  const paths = await store.list('_site')
  return Promise.all(
    paths.map(async (path) => [path, Buffer.from((await store.read('_site', path)) ?? []).toString()]),
  )
}

async function buildAlone() {
  const sites = memorySiteStore()
  const { generate, close } = testPublisher(site, { sites })
  onTestFinished(close)
  const generation = await generate()
  return { files: await filesIn(sites), pages: generation?.pagesTotal ?? 0 }
}

describe('a build that two publishers share', { timeout: 60_000 }, () => {
  it('has the same files as a build by one publisher', async () => {
    const alone = await buildAlone()
    const { generation, pages, failures, files } = await buildWith(renderFully)
    expect(failures).toEqual([])
    expect(generation).toMatchObject({
      state: 'succeeded',
      pagesDone: alone.pages,
      pagesWritten: alone.pages,
    })
    // The coordinator renders the last shard itself.
    expect(pages.own + pages['by others']).toBe(alone.pages)
    expect(pages['by others']).toBeGreaterThan(alone.pages / 2)
    expect(files).toEqual(alone.files)
  })

  it('counts a page once even if it is reported twice', async () => {
    const { generation, pages } = await buildWith(renderFully, { times: 2 })
    expect(generation?.pagesWritten).toBe(generation?.pagesTotal)
    expect(pages.own + pages['by others']).toBe(generation?.pagesTotal)
  })

  it('is completed by the coordinator when the other publisher dies', async () => {
    let shardCount = 0
    const dieEverySecondShard: RenderBehavior = async (...shard) =>
      shardCount++ % 2 === 0 ? renderFully(...shard) : undefined
    const { generation, pages, files } = await buildWith(dieEverySecondShard)
    expect(generation).toMatchObject({ state: 'succeeded' })
    expect(pages.own).toBeGreaterThan(0)
    expect(pages.own + pages['by others']).toBe(generation?.pagesTotal)
    expect(files).toEqual((await buildAlone()).files)
  })

  it('rejects pages of a publisher with another plan', async () => {
    const withAnotherPlan: RenderBehavior = (shard, render, job) => {
      const { source, addresses } = structuredClone(job.context())
      const settings = { ...source.settings, siteTitle: 'Another' }
      return render(shard, async () => ({ source: { ...source, settings }, addresses }), signal)
    }
    const { generation, pages, failures, files } = await buildWith(withAnotherPlan)
    expect(String(failures[0])).toContain('planned differently')
    expect(generation).toMatchObject({ state: 'succeeded' })
    expect(pages.own).toBe(generation?.pagesTotal)
    expect(files).toEqual((await buildAlone()).files)
  })

  it('renders pages again if their files do not exist as reported', async () => {
    const falseReport: RenderBehavior = async ({ pages }) => ({
      pages: pages.map((_, index) => ({ index, digest: 'd', size: 1, references: '' })),
      errors: [],
    })
    const { generation, pages, files } = await buildWith(falseReport)
    expect(pages.own).toBe(generation?.pagesTotal)
    expect(files).toEqual((await buildAlone()).files)
  })

  it('rejects a shard that is rendered after the build', async () => {
    const { shards, other } = await buildWith(renderFully)
    const [shard] = shards
    if (!shard) throw new Error('there was no shard')
    const old = { ...shard, run: { ...shard.run, token: shard.run.token - 1 } }
    const readContext = async () => {
      throw new Error('the site context must not be requested')
    }
    await expect(other.app.renderShard(old, readContext, signal)).rejects.toThrow('the snapshot is not held')
  })
})
