import { describe, expect, it, onTestFinished } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import { markedMarkup } from '../src/adapters/markup/markup.ts'
import type { RenderShard, Shard, ShardJob, ShardReport } from '../src/core/build/shards/shard.ts'
import type { Contribution, PublisherPorts, SiteHooks, SiteStore } from '../src/core/ports.ts'
import type { ModelStore } from '../src/core/site/content-model.ts'
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

interface Options {
  readonly otherSite?: SourceSite
  readonly times?: number
  readonly otherPorts?: Partial<PublisherPorts>
  readonly hooks?: SiteHooks
  /** Replaces the `contribute` of the other publisher's store. */
  readonly contribute?: SiteStore['contribute']
  /** Runs before the coordinator accepts files. @throws an error of the store */
  readonly beforeAccept?: () => void
  /** Runs before the coordinator stages the release. */
  readonly beforeStaging?: (reported: Promise<void>) => Promise<void>
  /** Runs before the coordinator takes the snapshot of the model. */
  readonly beforeHold?: (model: ModelStore) => Promise<void>
}

const renderFully: RenderBehavior = (shard, render, job) =>
  render(shard, async () => structuredClone(job.context()), signal)

/** Builds the site with another publisher, which receives shards before the coordinator renders any. */
async function buildWith(
  behavior: RenderBehavior,
  {
    otherSite = site,
    times = 1,
    otherPorts = {},
    hooks,
    contribute,
    beforeAccept,
    beforeStaging,
    beforeHold,
  }: Options = {},
) {
  const [model, sites] = [memoryModelStore(), memorySiteStore()]
  const { promise: reported, resolve: report } = Promise.withResolvers<void>()
  const rejected: string[] = []
  const real = handlebarsRenderer({ processes: 1 })
  onTestFinished(real.close)
  const ofOther = contribute ? { ...sites, contribute } : sites
  const other = testPublisher(otherSite, {
    model,
    sites: ofOther,
    ...(hooks ? { hooks } : {}),
    ...otherPorts,
  })
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
        const result = await behavior(shard, other.app.renderShard, job)
        for (let n = 0; result && n < times; n++) await job.report(number, result, 'other')
        report()
      } catch (error) {
        failures.push(error)
      }
    }
    end()
  }

  const coordinator = testPublisher(site, {
    model: {
      ...model,
      async hold() {
        await beforeHold?.(model)
        return model.hold()
      },
    },
    sites: {
      ...sites,
      async stage(request) {
        await beforeStaging?.(reported)
        const staging = await sites.stage(request)
        return {
          ...staging,
          async accept(files) {
            beforeAccept?.()
            return staging.accept(files)
          },
        }
      },
    },
    ...(hooks ? { hooks } : {}),
    renderer: { ...real, render: (job) => ended.then(() => real.render(job)) },
    shards: {
      async offer(job) {
        void take(job)
        return { close: async () => undefined }
      },
      rendered: (share, count) => {
        pages[share] += count
      },
      rejected: (_generation, publisher) => rejected.push(publisher),
      shared: () => undefined,
    },
  })
  onTestFinished(coordinator.close)
  const generation = await coordinator.generate()
  return { generation, pages, failures, rejected, shards, other, files: await filesIn(sites) }
}

const mustNotWrite: SiteStore['contribute'] = async () => {
  throw new Error('a refused shard must not be written')
}

const titlesInCapitals: SiteHooks = {
  changesTemplateData: () => true,
  templateData: async (model) => ({ ...model, title: model.title.toUpperCase() }),
  siteGenerated: async () => undefined,
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

  it('begins before the coordinator has compared the site with the active release', async () => {
    const { generation, pages, files } = await buildWith(renderFully, {
      beforeStaging: (reported) => reported,
    })
    expect(generation).toMatchObject({ state: 'succeeded' })
    expect(pages['by others']).toBeGreaterThan(0)
    expect(files).toEqual((await buildAlone()).files)
  })

  it('is rendered by the coordinator if the held snapshot has newer content', async () => {
    const { generation, pages, rejected, files } = await buildWith(renderFully, {
      async beforeHold(model) {
        const { records } = await model.records()
        const [record] = records
        if (!record?.entry) throw new Error('there is no entry')
        const entry = { ...record.entry, slug: 'another-slug' }
        await model.apply([{ ...record, revision: record.revision + 1, entry, markdown: 'another text' }])
      },
    })
    expect(rejected).toEqual(['other'])
    expect(pages.own).toBe(generation?.pagesTotal)
    expect(files).toEqual((await buildAlone()).files)
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
    const { generation, pages, rejected, files } = await buildWith(withAnotherPlan)
    expect(rejected).toEqual(['other'])
    expect(generation).toMatchObject({ state: 'succeeded' })
    expect(pages.own).toBe(generation?.pagesTotal)
    expect(files).toEqual((await buildAlone()).files)
  })

  it('has no file of a publisher that plans other pages than the shard names', async () => {
    const withAnotherDigest: RenderBehavior = (shard, ...others) =>
      renderFully({ ...shard, planned: 'another' }, ...others)
    const { failures, rejected, files } = await buildWith(withAnotherDigest, { contribute: mustNotWrite })
    expect(failures).toEqual([])
    expect(rejected).toEqual(['other'])
    expect(files).toEqual((await buildAlone()).files)
  })

  it('has no file of a publisher that could not render a Markdown body', async () => {
    const markup = markedMarkup()
    const { failures, rejected, files } = await buildWith(renderFully, {
      contribute: mustNotWrite,
      otherPorts: {
        markup: {
          ...markup,
          known: () => () => undefined,
          render: async (sources) => sources.map(() => ({ error: 'it takes too long' })),
        },
      },
    })
    expect(failures).toEqual([])
    expect(rejected).toEqual(['other'])
    expect(files).toEqual((await buildAlone()).files)
  })

  it('begins only after planning if an extension changes template data', async () => {
    const { generation, pages, shards } = await buildWith(renderFully, { hooks: titlesInCapitals })
    expect(generation).toMatchObject({ state: 'succeeded' })
    expect(pages['by others']).toBeGreaterThan(0)
    expect(shards.filter(({ planned }) => planned === undefined)).toEqual([])
  })

  it('is completed by the coordinator if a file cannot be checked', async () => {
    let checks = 0
    const { generation, pages, rejected, files } = await buildWith(renderFully, {
      beforeStaging: (reported) => reported,
      beforeAccept: () => {
        if (checks++ === 0) throw new Error('the disk did not respond')
      },
    })
    expect(generation).toMatchObject({ state: 'succeeded' })
    expect(rejected).toEqual(['other'])
    expect(pages.own + pages['by others']).toBe(generation?.pagesTotal)
    expect(files).toEqual((await buildAlone()).files)
  })

  it('renders pages again if their files do not exist as reported', async () => {
    const contribution: Contribution = {
      write: async (files) => files.map(({ path }) => ({ path, digest: 'd', size: 1 })),
      durable: async () => undefined,
    }
    const { generation, pages, files } = await buildWith(renderFully, {
      contribute: async () => contribution,
    })
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
