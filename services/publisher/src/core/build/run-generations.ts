import type { PublisherPorts } from '../ports.ts'
import type { GenerationOptions } from '../releases/generation.ts'
import { effectiveOptions } from '../releases/options.ts'
import type { FollowContent } from '../site/follow-content.ts'
import { FailedGenerations } from './failed-generation.ts'
import { preparation } from './preparation.ts'
import { runGeneration } from './run-generation.ts'
import { siteBuilder } from './site-builder.ts'

/** Milliseconds between two reads of changes ahead of a generation. */
const readAheadEveryMs = 5_000

/** Milliseconds between checks for generations that a stopped process left in the state `running`. */
const recoverEveryMs = 5_000

/**
 * Runs all due generations. Returns the time of the next run, or null if the queue is empty. Retries a
 * generation while a service is unavailable. A manual one fails after several attempts. An automatic one is
 * retried without a limit, because possibly no other event publishes the change. After the activation, a
 * generation counts as succeeded even if recording fails.
 */
export const runGenerations = (ports: PublisherPorts, follow: FollowContent) => {
  const builder = siteBuilder(ports, follow)
  const next = preparation(builder, () => optionsOfEvent(ports))
  const tools = { ports, builder, failures: new FailedGenerations(ports), readAhead, optionsOfEvent }
  /** The last check for generations left in the state `running`. */
  let recovered: { readonly signal: AbortSignal; readonly at: number } | undefined

  let readAt = Number.NEGATIVE_INFINITY

  async function recover(signal: AbortSignal): Promise<void> {
    const now = ports.clock()
    if (recovered?.signal === signal && now.getTime() - recovered.at < recoverEveryMs) return
    await ports.ledger.recover(now)
    recovered = { signal, at: now.getTime() }
  }

  /** Reads changes early, so that the next build has less to read. */
  async function readAhead(signal: AbortSignal): Promise<void> {
    const now = ports.clock().getTime()
    if (now - readAt < readAheadEveryMs) return
    readAt = now
    await follow(signal)
    await ports.receipts.trim()
  }

  return async (signal: AbortSignal): Promise<Date | null> => {
    await recover(signal)
    while (!signal.aborted) {
      const queued = await ports.ledger.next(ports.clock())
      if (!queued) next.prepare(signal)
      if (!queued) return null
      if ('dueAt' in queued) return queued.dueAt
      await next.generationBegins(queued.generation.trigger)
      // The lease may have been lost meanwhile.
      if (signal.aborted) return null
      await runGeneration(tools, queued.generation, signal).catch((error: unknown) => {
        recovered = undefined
        throw error
      })
    }
    return null
  }
}

/**
 * Null if automatic publishing is off, or before the first manual generation
 * (contract.md#automatic-generations).
 */
async function optionsOfEvent({ source, ledger }: PublisherPorts): Promise<GenerationOptions | null> {
  const [settings, wasRequested] = await Promise.all([source.settings(), ledger.wasRequested()])
  return settings.staticAutoPublish && wasRequested ? effectiveOptions({}, settings) : null
}
