/** One generation from its start to its recorded end. */
import type { PublisherPorts } from '../ports.ts'
import { siteGenerated } from '../releases/events.ts'
import type { Generation, GenerationOptions, PageCounts, SiteReport } from '../releases/generation.ts'
import type { GenerationRun } from '../releases/generation-ledger.ts'
import type { Build } from './build-site.ts'
import type { Failed, FailedGenerations } from './failed-generation.ts'
import { progressReporter } from './report-progress.ts'
import type { SiteBuilder } from './site-builder.ts'

export interface RunTools {
  readonly ports: PublisherPorts
  readonly builder: SiteBuilder
  readonly failures: FailedGenerations
  readonly readAhead: (signal: AbortSignal) => Promise<void>
  /** Returns null if automatic publishing is off, or before the first manual generation. */
  readonly optionsOfEvent: (ports: PublisherPorts) => Promise<GenerationOptions | null>
}

/** The progress of a generation, for error handling. */
interface Attempt extends Failed {
  counts: PageCounts
  options: GenerationOptions | null
  run: GenerationRun | undefined
  isSwitched: boolean
}

export async function runGeneration(
  tools: RunTools,
  generation: Generation,
  signal: AbortSignal,
): Promise<void> {
  const { ports, failures } = tools
  const attempt: Attempt = {
    generation,
    startedAt: ports.clock(),
    counts: { pagesDone: 0, pagesTotal: 0, pagesWritten: 0 },
    options: generation.options,
    run: undefined,
    isSwitched: false,
  }
  let build: Build | undefined
  let recordError: { readonly error: unknown } | undefined
  try {
    const options = await optionsOf(tools, attempt, signal)
    if (!options) return
    build = await startBuild(tools, attempt, options, signal)
    signal.throwIfAborted()
    recordError = await publish(tools, attempt, options, build)
  } catch (error) {
    await build?.discard()
    // Another replica continues the generation.
    if (signal.aborted) return
    // The generation stays in the state `running`; the next lease holder records its end.
    if (attempt.isSwitched) throw error
    await failures.failed(error, attempt)
  }
  if (recordError) throw recordError.error
}

/** Undefined for an automatic generation that the settings disable. */
async function optionsOf(
  { ports, readAhead, optionsOfEvent }: RunTools,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<GenerationOptions | undefined> {
  attempt.options ??= await optionsOfEvent(ports)
  if (attempt.options) return attempt.options
  await readAhead(signal)
  await ports.ledger.drop(attempt.generation.id)
  return undefined
}

async function startBuild(
  { ports, builder }: RunTools,
  attempt: Attempt,
  options: GenerationOptions,
  signal: AbortSignal,
): Promise<Build> {
  const { generation, startedAt } = attempt
  // The build reads the changes only after this start, so it includes all changes noted earlier.
  const token = await ports.ledger.start(generation.id, options, startedAt)
  attempt.run = { id: generation.id, token }
  const report = progressReporter(ports, generation)
  const progress = (counts: PageCounts) => {
    attempt.counts = { ...counts }
    return report(counts)
  }
  const build = await builder.build({ ...generation, token }, options, { signal, progress })
  attempt.counts = build.counts
  return build
}

/** Returns the error if recording fails. The generation still succeeds: readers already have the site. */
async function publish(
  { ports: { ledger, clock, hooks }, failures }: RunTools,
  attempt: Attempt,
  options: GenerationOptions,
  { activate, record, errors }: Build,
): Promise<{ readonly error: unknown } | undefined> {
  const { generation, startedAt, counts, run } = attempt
  if (!run) throw new Error('a build that was not started cannot be published')
  await ledger.whileRunning(run, async () => {
    await activate()
    attempt.isSwitched = true
  })
  const finishedAt = clock()
  const failure = await record().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const fact = siteGenerated({ ...generation, options }, counts, finishedAt.getTime() - startedAt.getTime())
  await ledger.finish(run, { state: 'succeeded', ...counts, finishedAt, fact, errors })
  failures.succeeded()
  await hooks.siteGenerated(reportOf(generation, options, counts, startedAt, finishedAt))
  return failure
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
