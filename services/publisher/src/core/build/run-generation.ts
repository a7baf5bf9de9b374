/** One generation from its start to its recorded end. */
import type { PublisherPorts } from '../ports.ts'
import { siteGenerated } from '../releases/events.ts'
import type { Generation, GenerationOptions, PageCounts, SiteReport } from '../releases/generation.ts'
import type { GenerationRun } from '../releases/generation-ledger.ts'
import type { Build } from './build-site.ts'
import type { failedGenerations } from './failed-generation.ts'
import { progressReporter } from './report-progress.ts'
import type { SiteBuilder } from './site-builder.ts'

export interface RunTools {
  readonly ports: PublisherPorts
  readonly builder: SiteBuilder
  readonly failures: ReturnType<typeof failedGenerations>
  readonly readAhead: (signal: AbortSignal) => Promise<void>
  /** Null if the site does not publish by itself. */
  readonly optionsOfEvent: (ports: PublisherPorts) => Promise<GenerationOptions | null>
}

export async function runGeneration(
  { ports, builder, failures, readAhead, optionsOfEvent }: RunTools,
  generation: Generation,
  signal: AbortSignal,
): Promise<void> {
  const { ledger, clock, hooks } = ports
  const startedAt = clock()
  let counts: PageCounts = { pagesDone: 0, pagesTotal: 0, pagesWritten: 0 }
  let build: Build | undefined
  let run: GenerationRun | undefined
  let isSwitched = false
  let options = generation.options
  const unrecorded: unknown[] = []
  try {
    options ??= await optionsOfEvent(ports)
    if (!options) {
      await readAhead(signal)
      return await ledger.drop(generation.id)
    }
    // Changes noted before the start belong to this generation, so nothing is read earlier.
    run = { id: generation.id, token: await ledger.start(generation.id, options, startedAt) }
    const report = progressReporter(ports, generation)
    const progress = (now: PageCounts) => {
      counts = { ...now }
      return report(counts)
    }
    build = await builder.build({ ...generation, ...run }, options, { signal, progress })
    counts = build.counts
    signal.throwIfAborted()
    const { activate, record } = build
    await ledger.whileRunning(run, async () => {
      await activate()
      isSwitched = true
    })
    const finishedAt = clock()
    // Readers have the site, so errors here do not fail it.
    await record().catch((error: unknown) => unrecorded.push(error))
    const fact = siteGenerated({ ...generation, options }, counts, finishedAt.getTime() - startedAt.getTime())
    await ledger.finish(run, { state: 'succeeded', ...counts, finishedAt, fact, errors: build.faults })
    failures.succeeded()
    await hooks.siteGenerated(reportOf(generation, options, counts, startedAt, finishedAt))
  } catch (error) {
    await build?.discard()
    // Another replica continues.
    if (signal.aborted) return
    // It stays running; the next holder of the lease records its end.
    if (isSwitched) throw error
    await failures.failed(error, { generation, startedAt, counts, run, options })
  }
  for (const error of unrecorded) throw error
}

const reportOf = (
  { id, trigger }: Generation,
  options: GenerationOptions,
  { pagesTotal, pagesWritten }: PageCounts,
  startedAt: Date,
  finishedAt: Date,
): SiteReport => ({
  id,
  trigger,
  ...options,
  pagesTotal,
  pagesWritten,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt.toISOString(),
  durationMs: finishedAt.getTime() - startedAt.getTime(),
})
