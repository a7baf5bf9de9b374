/** Takes generations from the queue, one at a time. Runs in the one replica that holds the lease. */

import type { PublisherPorts } from '../ports.ts'
import { siteGenerated } from '../releases/events.ts'
import type { Generation, GenerationOptions, PageCounts, SiteReport } from '../releases/generation.ts'
import type { GenerationRun } from '../releases/generation-ledger.ts'
import { effectiveOptions } from '../releases/options.ts'
import type { FollowContent } from '../site/follow-content.ts'
import type { Build } from './build-site.ts'
import { failedGenerations } from './failed-generation.ts'
import { firstGeneration } from './prepare-first.ts'
import { progressReporter } from './report-progress.ts'
import { siteBuilder } from './site-builder.ts'

/** Between two times of reading ahead: changes may come by the hundred, and reading many at a time costs less. */
const readAheadEveryMs = 5_000

/** Between two looks for a generation that was left running, by one that goes on working itself. */
const recoverEveryMs = 5_000

/**
 * Runs what is due. Answers when to look again at the latest; null when nothing waits.
 * A generation that an absent service keeps from running is tried again with growing delay: one that a person asked for
 * ends with a clear word after some tries, one that events started waits for as long as it takes, for no other event may
 * come to bring the change to the site. One that has switched the site has succeeded, whatever can't be written down of it.
 */
export const runGenerations = (ports: PublisherPorts, follow: FollowContent) => {
  const builder = siteBuilder(ports, follow)
  const first = firstGeneration(builder, () => optionsOfEvent(ports))
  const failures = failedGenerations(ports)
  /** When it was last made sure that nothing is left running, and under which lease. */
  let recovered: { readonly signal: AbortSignal; readonly at: number } | undefined

  let readAt = Number.NEGATIVE_INFINITY

  async function recover(signal: AbortSignal): Promise<void> {
    const now = ports.clock()
    if (recovered?.signal === signal && now.getTime() - recovered.at < recoverEveryMs) return
    await ports.ledger.recover(now)
    recovered = { signal, at: now.getTime() }
  }

  /** Reads what changed while nothing is generated, so that the next site has less to ask for. */
  async function readAhead(signal: AbortSignal): Promise<void> {
    const now = ports.clock().getTime()
    if (now - readAt < readAheadEveryMs) return
    readAt = now
    await follow(signal)
    await ports.receipts.trim()
  }

  async function runOne(generation: Generation, signal: AbortSignal): Promise<void> {
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
      // What is noted before that joins this generation: nothing is read until then, neither of changes nor of content.
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
      // Readers have the site: what can't be written down of it is told, and makes it no other.
      await record().catch((error: unknown) => unrecorded.push(error))
      const fact = siteGenerated(
        { ...generation, options },
        counts,
        finishedAt.getTime() - startedAt.getTime(),
      )
      await ledger.finish(run, { state: 'succeeded', ...counts, finishedAt, fact, errors: build.faults })
      failures.succeeded()
      await hooks.siteGenerated(reportOf(generation, options, counts, startedAt, finishedAt))
    } catch (error) {
      await build?.discard()
      // Another replica goes on with what this one must leave.
      if (signal.aborted) return
      // It is left running: who takes it up records its end.
      if (isSwitched) throw error
      await failures.failed(error, { generation, startedAt, counts, run, options })
    }
    for (const error of unrecorded) throw error
  }

  return async (signal: AbortSignal): Promise<Date | null> => {
    await recover(signal)
    while (!signal.aborted) {
      const next = await ports.ledger.next(ports.clock())
      if (!next) first.prepare(signal)
      if (!next) return null
      if ('dueAt' in next) return next.dueAt
      await first.begins()
      // It may have taken a while, and somebody else may hold the lease by now.
      if (signal.aborted) return null
      await runOne(next.generation, signal).catch((error: unknown) => {
        // It may be left running.
        recovered = undefined
        throw error
      })
    }
    return null
  }
}

/** Null when the site does not publish by itself: switched off, or never generated by hand (contract.md#automatic-generations). */
async function optionsOfEvent({ source, ledger }: PublisherPorts): Promise<GenerationOptions | null> {
  const [settings, wasRequested] = await Promise.all([source.settings(), ledger.wasRequested()])
  return settings.staticAutoPublish && wasRequested ? effectiveOptions({}, settings) : null
}

/** What extensions are told. */
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
