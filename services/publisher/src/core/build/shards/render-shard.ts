/** Renders a shard that another publisher offers, and writes its pages into the shared store. */
import { limitConcurrency } from '@typecase/kernel'
import { modelFilter } from '../../pages/filter-models.ts'
import { type NumberedPages, numberedPages } from '../../pages/plan-by-number.ts'
import type { Digest, PlannedPage } from '../../pages/planned.ts'
import type { PublisherPorts } from '../../ports.ts'
import type { SnapshotOfModel } from '../../site/content-model.ts'
import { snapshotReader } from '../../site/read-snapshot.ts'
import type { Site } from '../../site/site.ts'
import { BodyRendering } from '../bodies.ts'
import { contentDigest } from '../content-digest.ts'
import type { RenderShard, ReportedPage, Shard, ShardContext, ShardReport } from './shard.ts'

const maxErrors = 50

type ShardPorts = Pick<
  PublisherPorts,
  'model' | 'markup' | 'renderer' | 'sites' | 'hooks' | 'digest' | 'shards'
>

/** Digest of the planned pages of a shard, in order. */
export const plannedDigest = (pages: readonly PlannedPage[], digest: Digest): string =>
  digest(pages.map((page) => page.digest).join('\n'))

interface LoadedSite extends NumberedPages, ShardContext {}

/** Reports a refused shard. A file of another plan would replace the right one, so no file is written. */
const refused: ShardReport = { planned: '', pages: [], errors: [] }

export function shardRenderer(ports: ShardPorts): RenderShard {
  const siteOf = cachedLoader(siteLoader(ports))
  const filterModels = modelFilter(ports.hooks, ports.digest)
  return async (shard, context, signal) => {
    const site = await siteOf(shard, context, signal)
    if (!site) return refused
    const planned = shard.pages.flatMap((number) => site.page(number) ?? [])
    const { pages } = await filterModels(planned, signal)
    const digest = plannedDigest(pages, ports.digest)
    if (shard.planned !== undefined && shard.planned !== digest) return refused
    const rendered = await renderShard(ports, shard, site, pages, signal)
    ports.shards?.rendered('for others', rendered.pages.length)
    return { planned: digest, ...rendered }
  }
}

async function renderShard(
  { sites, renderer }: ShardPorts,
  { run, outputDir }: Shard,
  { source, addresses, shared, footerCode }: LoadedSite,
  pages: readonly PlannedPage[],
  signal: AbortSignal,
): Promise<Omit<ShardReport, 'planned'>> {
  const contribution = await sites.contribute({ outputDir, generationId: run.id, token: run.token })
  const reported: ReportedPage[] = []
  const errors = await renderer.render({
    theme: source.theme,
    plan: { shared, footerCode },
    site: addresses,
    pages,
    maxErrors,
    signal,
    async done(rendered) {
      const files = rendered.map(({ page, html }) => ({ path: page.path, content: html }))
      const written = await contribution.write(files)
      for (const [at, { page, references }] of rendered.entries()) {
        const file = written[at]
        if (file) reported.push({ number: page.number, digest: file.digest, size: file.size, references })
      }
    },
  })
  await contribution.durable()
  return { pages: reported, errors }
}

type LoadSite = (
  shard: Shard,
  context: () => Promise<ShardContext>,
  signal: AbortSignal,
) => Promise<LoadedSite | undefined>

/** Caches the plan, which is the same for all shards of a build. */
function cachedLoader(load: LoadSite): LoadSite {
  let last: { readonly key: string; readonly site: Promise<LoadedSite | undefined> } | undefined
  return (shard, context, signal) => {
    const key = `${shard.run.id} ${shard.run.token} ${shard.snapshot}`
    if (last?.key === key) return last.site
    const loading = { key, site: load(shard, context, signal) }
    last = loading
    loading.site.catch(() => {
      if (last === loading) last = undefined
    })
    return loading.site
  }
}

/** Reads the site from the snapshot of the build; undefined if the coordinator has other content. */
function siteLoader({ model, markup, renderer, digest }: ShardPorts): LoadSite {
  const readSnapshot = snapshotReader()
  const plan = numberedPages(digest)
  const turn = limitConcurrency(1)
  let view: SnapshotOfModel | undefined
  const texts: SnapshotOfModel['texts'] = async (keys) => view?.texts(keys) ?? new Map()
  const bodies = new BodyRendering({ markup, model: { texts } })
  let known: { readonly digest: string; readonly context: ShardContext } | undefined

  async function contextOf(shard: Shard, ask: () => Promise<ShardContext>): Promise<ShardContext> {
    if (known?.digest === shard.context) return known.context
    known = { digest: shard.context, context: await ask() }
    return known.context
  }

  return async (shard, ask, signal) => {
    const context = await contextOf(shard, ask)
    const { source, addresses } = context
    const templates = await renderer.prepare(source.theme)
    const options = { ...source.settings, cleanUrls: addresses.cleanUrls }
    // One at a time, because reads share `view`.
    return turn(() =>
      model.readHeld(shard.snapshot, async (held) => {
        view = held
        const published = await readSnapshot(held)
        const { posts, pages, errors } = await bodies.withBodies(published, options, signal)
        bodies.prune()
        if (contentDigest(published, errors, digest) !== shard.content) return undefined
        const site: Site = { ...source, posts, pages, theme: { ...source.theme, templates } }
        return { ...context, ...plan(site, addresses) }
      }),
    )
  }
}
