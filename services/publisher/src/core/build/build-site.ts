/** One build: load, plan, diff, render and write, activate, record. */
import type { RenderFault } from '../errors.ts'
import type { Staging } from '../ports.ts'
import type { GenerationOptions, PageCounts } from '../releases/generation.ts'
import type { BuildTools, RunningGeneration } from './build-tools.ts'
import { diffSite } from './diff-site.ts'
import { loadSite } from './load-site.ts'
import { planPages } from './plan-pages.ts'
import { recordAddresses } from './record-addresses.ts'
import { fileDescriptions, recordSite } from './record-site.ts'
import { type Made, type Watch, writeSite } from './write-site.ts'

export interface Build {
  readonly counts: PageCounts
  /** Errors of single pages. */
  readonly faults: readonly RenderFault[]
  activate(): Promise<void>
  /** Readers have the site already. */
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
  const planned = await planPages(tools, loaded, options, watch.signal)
  await recordAddresses(tools, loaded, planned, options)
  const diff = await diffSite(tools, generation, loaded, planned)
  const counts = { pagesDone: 0, pagesTotal: planned.plan.pages, pagesWritten: 0 }
  await watch.progress(counts)
  if (diff.isEmpty) return unchangedBuild(generation, loaded, planned)

  const describe = fileDescriptions(tools, generation, loaded, planned, diff.changes)
  const staging = await tools.ports.sites.stage({
    generationId: generation.id,
    trigger: generation.trigger,
    token: generation.token,
    pages: counts.pagesTotal,
    outputDir: options.outputDir,
    files: diff.files,
    renew: diff.renew,
    changes: diff.changeset,
  })
  const made: Made[] = diff.unrecorded.flatMap((file) => (file.type === 'page' ? [] : [[file] as const]))
  const run = { id: generation.id, token: generation.token }
  const writing = {
    ...loaded,
    ...planned,
    run,
    changes: diff.changes,
    posts: loaded.site.posts,
    outputDir: options.outputDir,
    staging,
    made,
    counts,
  }
  const leftOut = await orDiscard(staging, () => writeSite(tools.ports, writing, watch))
  loaded.receipt.rendered()

  const files =
    leftOut.size === 0 ? diff.files : new Map([...diff.files].filter(([path]) => !leftOut.has(path)))
  const changeset = leftOut.size === 0 ? diff.changeset : undefined
  return {
    counts,
    faults: planned.errors,
    activate: () => staging.activate(leftOut),
    record: () =>
      recordSite(tools, generation, options, { loaded, planned, describe, made, files, changeset }),
    discard: () => staging.discard(),
  }
}

/** The changes are on the site already. */
function unchangedBuild(
  { id }: RunningGeneration,
  { site, shown, receipt }: Awaited<ReturnType<typeof loadSite>>,
  { plan, errors }: Awaited<ReturnType<typeof planPages>>,
): Build {
  return {
    counts: { pagesDone: plan.pages, pagesTotal: plan.pages, pagesWritten: 0 },
    faults: errors,
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
