/** Takes generations from the queue, one at a time. Runs in the one replica that holds the lease. */
import { isAppError } from '@typecase/kernel'
import type { RenderFault } from '../errors.ts'
import { siteFailed, siteGenerated } from '../events.ts'
import type { FollowContent } from '../model/follow-content.ts'
import type { GenerationRun, PublisherPorts } from '../ports.ts'
import { writeFailure } from '../receipts/receipt-writer.ts'
import type { Generation, GenerationOptions, PageCounts, SiteReport } from './generation.ts'
import { effectiveOptions } from './options.ts'
import { firstGeneration } from './prepare-first.ts'
import { type Build, type SiteBuilder, siteBuilder } from './publish.ts'

/** How often a generation that somebody asked for is begun before it is given up. */
const maxAttempts = 6
const firstRetryMs = 250
const progressEveryMs = 250
/** Between two looks for a generation that was left running, by one that goes on working itself. */
const recoverEveryMs = 5_000

/**
 * Runs what is due. Answers when to look again at the latest; null when nothing waits.
 * A generation that an absent service keeps from running is tried again with growing delay: one that a person asked for
 * ends with a clear word after some tries, one that events started waits for as long as it takes, for no other event may
 * come to bring the change to the site.
 */
export const runGenerations = (ports: PublisherPorts, follow: FollowContent) => {
  const builder = siteBuilder(ports, follow)
  const first = firstGeneration(builder, () => optionsOfEvent(ports))
  /** When it was last made sure that nothing is left running, and under which lease. */
  let recovered: { readonly signal: AbortSignal; readonly at: number } | undefined

  async function recover(signal: AbortSignal): Promise<void> {
    const now = ports.clock()
    if (recovered?.signal === signal && now.getTime() - recovered.at < recoverEveryMs) return
    await ports.ledger.recover(now)
    recovered = { signal, at: now.getTime() }
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
      await runOne(ports, { builder, follow }, next.generation, signal).catch((error: unknown) => {
        // It may be left running.
        recovered = undefined
        throw error
      })
    }
    return null
  }
}

async function runOne(
  ports: PublisherPorts,
  { builder, follow }: { builder: SiteBuilder; follow: FollowContent },
  generation: Generation,
  signal: AbortSignal,
): Promise<void> {
  const { ledger, clock, hooks } = ports
  const startedAt = clock()
  let counts: PageCounts = { pagesDone: 0, pagesTotal: 0, pagesWritten: 0 }
  let build: Build | undefined
  let started: GenerationRun | undefined
  let options = generation.options
  try {
    options ??= await optionsOfEvent(ports)
    if (!options) {
      // So that the next site has less to ask for.
      await follow(signal)
      await ports.receipts.trim()
      return await ledger.drop(generation.id)
    }
    // What is noted before that joins this generation: nothing is read until then, neither of changes nor of content.
    const run = { id: generation.id, token: await ledger.start(generation.id, options, startedAt) }
    started = run
    const report = reporter(ports, generation)
    const progress = (now: PageCounts) => {
      counts = { ...now }
      return report(counts)
    }
    build = await builder.build({ ...generation, ...run }, options, { signal, progress })
    counts = build.counts
    signal.throwIfAborted()
    const finishedAt = clock()
    const fact = siteGenerated({ ...generation, options }, counts, finishedAt.getTime() - startedAt.getTime())
    await ledger.finish(run, { state: 'succeeded', ...counts, finishedAt, fact, errors: build.faults }, build.activate)
    await hooks.siteGenerated(reportOf(generation, options, counts, startedAt, finishedAt))
  } catch (error) {
    await build?.discard()
    // Another replica goes on with what this one must leave.
    if (signal.aborted) return
    const isAway = isAppError(error) && error.kind === 'unavailable'
    if (isAway && (generation.trigger === 'event' || generation.attempts + 1 < maxAttempts)) return await later(ports, generation, started)
    if (!options && !isAppError(error)) {
      await later(ports, generation)
      throw error
    }
    // No options: the settings hold what no generation can use. That is an end too, until they are changed.
    started ??= { id: generation.id, token: await ledger.start(generation.id, null, startedAt) }
    const finishedAt = clock()
    const errors = faultsOf(error, options ? '' : 'The settings of the site can not be used: ')
    const fact = siteFailed({ ...generation, options }, counts, finishedAt.getTime() - startedAt.getTime(), errors[0]?.message ?? '')
    await ledger.finish(started, { state: 'failed', ...counts, finishedAt, fact, errors })
    const about = { ...generation, outputDir: options?.outputDir ?? '' }
    await writeFailure(ports, about, { startedAt, error: errors[0]?.message ?? '' })
    if (!isAppError(error)) throw error
  }
}

/** Null when the site does not publish by itself: switched off, or never generated by hand (D12.5). */
async function optionsOfEvent({ source, ledger }: PublisherPorts): Promise<GenerationOptions | null> {
  const [settings, wasRequested] = await Promise.all([source.settings(), ledger.wasRequested()])
  return settings.staticAutoPublish && wasRequested ? effectiveOptions({}, settings) : null
}

async function later({ ledger, clock }: PublisherPorts, { id, attempts }: Generation, run?: GenerationRun): Promise<void> {
  const delay = firstRetryMs * 2 ** Math.min(attempts, 5)
  await ledger.postpone(id, new Date(clock().getTime() + delay), run?.token)
}

/**
 * Writes the progress down now and then, not for every page, and once when all are done: before the switch, for who asked for the site
 * and watches. One that an event started is most often over a moment later, and does not wait for that.
 */
function reporter({ ledger, clock }: PublisherPorts, { id, trigger }: Generation): (counts: PageCounts) => Promise<void> {
  const never = Number.NEGATIVE_INFINITY
  let [first, last] = [never, never]
  let isDone = false
  return async (counts) => {
    const now = clock().getTime()
    const areDone = counts.pagesDone === counts.pagesTotal
    const since = !areDone ? last : trigger === 'event' ? first : never
    if (isDone || now - since < progressEveryMs) return
    if (first === never) first = now
    last = now
    isDone = areDone
    await ledger.progress(id, counts)
  }
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

/** What the status shows; the text of an unexpected error stays inside. */
function faultsOf(error: unknown, before: string): readonly RenderFault[] {
  if (!isAppError(error)) return [{ message: 'An unexpected error ended the generation' }]
  const { faults } = error.fields
  if (Array.isArray(faults)) return faults as RenderFault[]
  const messages = error.problems.length > 0 ? error.problems.map(({ message }) => message) : [error.message]
  return messages.map((message) => ({ message: before + message }))
}
