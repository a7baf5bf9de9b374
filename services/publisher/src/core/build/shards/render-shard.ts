/** Renders a shard that another publisher offers, and writes its pages into the shared store. */
import { limitConcurrency } from '@typecase/kernel'
import { modelFilter } from '../../pages/filter-models.ts'
import { type NumberedPages, numberedPages } from '../../pages/plan-by-number.ts'
import type { Digest, PlannedPage } from '../../pages/planned.ts'
import type { PublisherPorts } from '../../ports.ts'
import type { SnapshotOfModel } from '../../site/content-model.ts'
import { snapshotReader } from '../../site/read-snapshot.ts'
import type { Site } from '../../site/site.ts'
import { bodyRendering } from '../bodies.ts'
import type { RenderShard, ReportedPage, Shard, SiteContext } from './shard.ts'

const maxFaults = 50

type ShardPorts = Pick<
  PublisherPorts,
  'model' | 'markup' | 'renderer' | 'sites' | 'hooks' | 'digest' | 'shards'
>

/** Of the pages of a shard, in their order. */
export const plannedDigest = (pages: readonly PlannedPage[], digest: Digest): string =>
  digest(pages.map((page) => page.digest).join('\n'))

interface LoadedSite extends NumberedPages, SiteContext {}

export function shardRenderer(ports: ShardPorts): RenderShard {
  const { hooks, digest, renderer, sites, shards } = ports
  const load = siteLoader(ports)
  const filterModels = modelFilter(hooks, digest)
  let last: { readonly key: string; readonly site: Promise<LoadedSite> } | undefined

  /** The shards of a build share one plan. */
  function siteOf(
    shard: Shard,
    context: () => Promise<SiteContext>,
    signal: AbortSignal,
  ): Promise<LoadedSite> {
    const key = `${shard.run.id} ${shard.run.token} ${shard.snapshot}`
    if (last?.key === key) return last.site
    const site = load(shard, context, signal)
    const loading = { key, site }
    last = loading
    site.catch(() => {
      if (last === loading) last = undefined
    })
    return site
  }

  return async (shard, context, signal) => {
    const site = await siteOf(shard, context, signal)
    const { shared, footerCode } = site
    const planned = shard.pages.flatMap((number) => site.page(number) ?? [])
    const filtered = await filterModels(
      {
        ...{ leftOut: [], entryAddresses: new Map() },
        files: planned,
        pages: planned.length,
        shared,
        footerCode,
      },
      signal,
    )
    const pages = filtered.files.filter((file) => file.type === 'page')
    if (plannedDigest(pages, digest) !== shard.planned)
      throw new Error('the pages of a shard are planned differently here')
    const places = new Map(pages.map((page, index) => [page, index]))
    const { run, outputDir } = shard
    const contribution = await sites.contribute({ outputDir, generationId: run.id, token: run.token })
    const reported: ReportedPage[] = []
    const faults = await renderer.render({
      theme: site.source.theme,
      plan: { shared, footerCode },
      site: site.addresses,
      pages,
      maxFaults,
      signal,
      async done(rendered) {
        const at = rendered.map(({ page }) => places.get(page) ?? 0)
        const references = rendered.map((page) => page.references)
        const files = rendered.map(({ page, html }, n) => ({
          path: page.path,
          content: html,
          stored: shard.stored[at[n] ?? 0],
        }))
        for (const [n, { digest, size }] of (await contribution.write(files)).entries())
          reported.push({ index: at[n] ?? 0, digest, size, references: references[n] ?? '' })
      },
    })
    await contribution.durable()
    shards?.rendered('for others', reported.length)
    return { pages: reported, faults }
  }
}

/** Reads the site of a build as its coordinator has read it. */
function siteLoader({ model, markup, renderer, digest }: ShardPorts) {
  const readSnapshot = snapshotReader()
  const plan = numberedPages(digest)
  const turn = limitConcurrency(1)
  let view: SnapshotOfModel | undefined
  const texts: SnapshotOfModel['texts'] = async (keys) => view?.texts(keys) ?? new Map()
  const withBodies = bodyRendering({ markup, model: { texts } })
  let known: { readonly digest: string; readonly context: SiteContext } | undefined

  async function contextOf(shard: Shard, ask: () => Promise<SiteContext>): Promise<SiteContext> {
    if (known?.digest === shard.context) return known.context
    known = { digest: shard.context, context: await ask() }
    return known.context
  }

  return async (shard: Shard, ask: () => Promise<SiteContext>, signal: AbortSignal): Promise<LoadedSite> => {
    const context = await contextOf(shard, ask)
    const { source, addresses } = context
    const templates = await renderer.prepare(source.theme)
    const options = { ...source.settings, cleanUrls: addresses.cleanUrls }
    // One snapshot at a time is read into the same memory.
    return turn(() =>
      model.readHeld(shard.snapshot, async (held) => {
        view = held
        const { posts, pages } = await withBodies(await readSnapshot(held), options, signal)
        const site: Site = { ...source, posts, pages, theme: { ...source.theme, templates } }
        return { ...context, ...plan(site, addresses) }
      }),
    )
  }
}
