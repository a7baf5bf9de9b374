/** One build: load, plan, diff, render and write, activate, record. */
import type { RenderError } from '../errors.ts'
import type { Staging } from '../ports.ts'
import type { GenerationOptions, PageCounts } from '../releases/generation.ts'
import type { BuildTools, RunningGeneration } from './build-tools.ts'
import { diffSite, type SiteDiff } from './diff-site.ts'
import { type LoadedSite, loadSite } from './load-site.ts'
import { type PlannedSite, planPages } from './plan-pages.ts'
import { recordAddresses } from './record-addresses.ts'
import { fileDescriptions, recordSite } from './record-site.ts'
import { type EarlyShards, earlyShards } from './shards/early-shards.ts'
import { type Watch, type Writing, type WrittenFile, writeSite } from './write-site.ts'

export interface Build {
  readonly counts: PageCounts
  /** Errors of single pages. */
  readonly errors: readonly RenderError[]
  activate(): Promise<void>
  /** Records the build. Called when readers already have the site. */
  record(): Promise<void>
  discard(): Promise<void>
}

export async function buildSite(
  tools: BuildTools,
  generation: RunningGeneration,
  options: GenerationOptions,
  watch: Watch,
): Promise<Build> {
  const loaded = await loadSite(tools, generation, options, watch.signal)
  const { id: generationId, token, trigger } = generation
  const release = { outputDir: options.outputDir, generationId, token }
  const { ports } = tools
  const early = earlyShards({ ports, release, loaded, addresses: tools.addresses(options) }, trigger)
  try {
    return await buildLoaded(tools, generation, options, { loaded, early, watch })
  } finally {
    await early.close()
  }
}

interface Loaded {
  readonly loaded: LoadedSite
  readonly early: EarlyShards
  readonly watch: Watch
}

async function buildLoaded(
  tools: BuildTools,
  generation: RunningGeneration,
  options: GenerationOptions,
  { loaded, early, watch }: Loaded,
): Promise<Build> {
  const planned = await planPages(tools, loaded, options, watch.signal, early.offer)
  await recordAddresses(tools, loaded, planned, options)
  const diff = await diffSite(tools, generation, loaded, planned)
  const counts = { pagesDone: 0, pagesTotal: planned.plan.pages, pagesWritten: 0 }
  await watch.progress(counts)
  if (diff.isEmpty) return unchangedBuild(generation, loaded, planned)

  const describe = fileDescriptions(tools, generation, loaded, planned, diff.changes)
  const offered = await early.offered()
  const staging = await stageRelease(tools, generation, options, diff, counts.pagesTotal)
  const writing = writingOf(generation, options, { loaded, planned, diff, staging, counts, offered })
  const omitted = await orDiscard(staging, () => writeSite(tools.ports, writing, watch))
  loaded.receipt.rendered()

  const files = omitted.size === 0 ? diff.files : diff.files.without(omitted)
  const changeset = omitted.size === 0 ? diff.changeset : undefined
  const { writtenFiles } = writing
  return {
    counts,
    errors: planned.errors,
    activate: () => staging.activate(omitted),
    record: () =>
      recordSite(tools, generation, options, { loaded, planned, describe, writtenFiles, files, changeset }),
    discard: () => staging.discard(),
  }
}

function stageRelease(
  { ports }: BuildTools,
  { id, trigger, token }: RunningGeneration,
  { outputDir }: GenerationOptions,
  { files, renew, changeset }: SiteDiff,
  pages: number,
): Promise<Staging> {
  return ports.sites.stage({
    generationId: id,
    trigger,
    token,
    pages,
    outputDir,
    files,
    renew,
    changes: changeset,
  })
}

function writingOf(
  { id, token }: RunningGeneration,
  { outputDir }: GenerationOptions,
  { loaded, planned, diff, staging, counts, offered }: Steps,
): Writing {
  const { source, content, site } = loaded
  const { plan, addresses } = planned
  const writtenFiles = diff.unrecorded.flatMap((file): WrittenFile[] =>
    file.type === 'page' ? [] : [[file]],
  )
  const run = { id, token }
  return {
    run,
    source,
    content,
    plan,
    addresses,
    changes: diff.changes,
    posts: site.posts,
    outputDir,
    staging,
    offered,
    writtenFiles,
    counts,
  }
}

interface Steps extends Pick<Writing, 'staging' | 'counts' | 'offered'> {
  readonly loaded: LoadedSite
  readonly planned: PlannedSite
  readonly diff: SiteDiff
}

/** The build if the active release already equals the plan. Only completes the receipt. */
function unchangedBuild(
  { id }: RunningGeneration,
  { site, shown, receipt }: LoadedSite,
  { plan, errors }: PlannedSite,
): Build {
  return {
    counts: { pagesDone: plan.pages, pagesTotal: plan.pages, pagesWritten: 0 },
    errors,
    activate: async () => undefined,
    record: () => (shown === id ? receipt.activated(site) : receipt.unchanged(site)),
    discard: async () => undefined,
  }
}

async function orDiscard<T>(staging: Staging, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await staging.discard()
    throw error
  }
}
