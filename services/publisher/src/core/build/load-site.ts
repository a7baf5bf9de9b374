import { Manifest } from '../pages/manifest.ts'
import type { GenerationOptions } from '../releases/generation.ts'
import { openReceipt } from '../reports/history/receipt-writer.ts'
import type { BuildTools, RunningGeneration } from './build-tools.ts'
import { assembleSite, readInputs } from './read-inputs.ts'

export type LoadedSite = Awaited<ReturnType<typeof loadSite>>

/** Loads the site, the active release and its records. */
export async function loadSite(
  tools: BuildTools,
  { id, trigger }: RunningGeneration,
  options: GenerationOptions,
  signal: AbortSignal,
) {
  const { ports, records } = tools
  const { outputDir } = options
  const startedAt = ports.clock()
  if (trigger === 'manual') ports.markup.endIdle()
  // Read first, so that the loaded site contains all pending changes.
  const noted = await ports.receipts.pending()
  const showing = ports.sites.shown(outputDir)
  const opening = showing.then((shown) =>
    openReceipt(ports, { id, trigger, outputDir, startedAt, noted, shown }),
  )
  /**
   * Deferred in a manual build, which needs the records before rendering only if something has changed.
   * Loading them takes as long as loading the content.
   */
  const loadRecords = once(() => records.begin(outputDir))
  const [inputs, former, shown, receipt] = await Promise.all([
    readInputs(tools, options, trigger === 'manual', signal),
    ports.sites.current(outputDir),
    showing,
    opening,
    trigger === 'event' ? loadRecords() : undefined,
  ])
  const { site, errors, content } = await assembleSite(tools, inputs, options, signal)
  return {
    source: inputs.context,
    content,
    redirects: inputs.redirects,
    site,
    errors,
    former: former ?? Manifest.empty,
    shown,
    receipt,
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
