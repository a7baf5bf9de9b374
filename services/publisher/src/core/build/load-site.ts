import type { GenerationOptions } from '../releases/generation.ts'
import { receiptWriter } from '../reports/history/receipt-writer.ts'
import type { Site } from '../site/site.ts'
import type { BuildTools, RunningGeneration } from './build-tools.ts'

export type LoadedSite = Awaited<ReturnType<typeof loadSite>>

export async function loadSite(
  { ports, follow, withBodies, records }: BuildTools,
  { id, trigger }: RunningGeneration,
  options: GenerationOptions,
  signal: AbortSignal,
) {
  const { outputDir } = options
  const startedAt = ports.clock()
  // First, so that all pending changes are in the loaded site.
  const noted = await ports.receipts.pending()
  const showing = ports.sites.shown(outputDir)
  const opening = showing.then((shown) =>
    receiptWriter(ports, { id, trigger, outputDir, startedAt, noted, shown }),
  )
  if (trigger === 'manual') ports.markup.warmUp()
  ports.sites.warmUp(outputDir)
  const surroundings = ports.source.surroundings(signal)
  const compiling = surroundings.then(({ theme }) => ports.renderer.prepare(theme))
  // Reported by the await below.
  compiling.catch(() => undefined)
  /** As slow as loading content; a build without changes needs no records before it is live. */
  const loadRecords = once(() => records.begin(outputDir))
  const [source, published, current, shown, receipt, rules, addresses] = await Promise.all([
    surroundings,
    follow(signal),
    ports.sites.current(outputDir),
    showing,
    opening,
    ports.redirects.all(),
    ports.addresses.known(),
    trigger === 'event' ? loadRecords() : undefined,
  ])
  const { posts, pages, faults } = await withBodies(published, { ...options, ...source.settings }, signal)
  const templates = await compiling
  // Planning takes one core.
  if (trigger === 'manual') void ports.renderer.warmUp(source.theme)
  const site: Site = { ...source, posts, pages, theme: { ...source.theme, templates } }
  return {
    source,
    site,
    errors: faults,
    former: current ?? new Map<string, string>(),
    shown,
    receipt,
    redirects: { rules, addresses },
    loadRecords,
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
