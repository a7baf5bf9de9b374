import { exhausted, isAppError } from '@typecase/kernel'
import type { RenderError } from '../errors.ts'
import type { PublisherPorts } from '../ports.ts'
import { siteFailed } from '../releases/events.ts'
import type { Generation, GenerationOptions, PageCounts } from '../releases/generation.ts'
import type { GenerationRun } from '../releases/generation-ledger.ts'
import { writeFailure } from '../reports/history/receipt-writer.ts'

/** Maximum attempts of a manual generation. */
const maxAttempts = 6
const firstRetryMs = 250
/** Milliseconds until the next attempt after an unexpected error: first and maximum. */
const [firstAgainMs, lastAgainMs] = [1_000, 300_000]

export interface Failed {
  readonly generation: Generation
  readonly startedAt: Date
  readonly counts: PageCounts
  readonly run: GenerationRun | undefined
  /** Null before the settings are read, or if they disable the generation. */
  readonly options: GenerationOptions | null
}

type Ports = Pick<PublisherPorts, 'ledger' | 'receipts' | 'clock' | 'newId'>

/**
 * Handles failed generations. Retries a generation while a service is unavailable, and after an unexpected
 * error before its settings are read. An error of theme or settings ends the generation. A later unexpected
 * error, such as a full disk, ends it too. If that generation was automatic, queues a new one, because no
 * other event would publish the changes.
 */
export class FailedGenerations {
  readonly #ports: Ports
  /** Unexpected errors since the last success. */
  #unexpected = 0

  constructor(ports: Ports) {
    this.#ports = ports
  }

  succeeded(): void {
    this.#unexpected = 0
  }

  /** @throws unexpected errors again, so that the caller logs them */
  async failed(error: unknown, failed: Failed): Promise<void> {
    const { generation, run, options } = failed
    const isUnavailable = isAppError(error) && error.kind === 'unavailable'
    if (isUnavailable && (generation.trigger === 'event' || generation.attempts + 1 < maxAttempts))
      return await this.#postpone(generation, error, run)
    if (!options && !isAppError(error)) {
      await this.#postpone(generation, error)
      throw error
    }
    const begun = run ?? (await this.#start(failed))
    if (generation.trigger === 'event' && !isAppError(error)) await this.#requestAgain()
    await this.#finish(error, begun, failed)
    if (!isAppError(error)) throw error
  }

  async #postpone({ id, attempts }: Generation, error: unknown, run?: GenerationRun): Promise<void> {
    const { ledger, clock } = this.#ports
    const delay = firstRetryMs * 2 ** Math.min(attempts, 5)
    await ledger.postpone(id, new Date(clock().getTime() + delay), run?.token, errorsOf(error, ''))
  }

  async #requestAgain(): Promise<void> {
    const { ledger, clock, newId } = this.#ports
    const now = clock()
    const dueAt = new Date(now.getTime() + Math.min(firstAgainMs * 4 ** this.#unexpected, lastAgainMs))
    this.#unexpected += 1
    await ledger.request({ id: newId(), trigger: 'event', options: null, dueAt, latestAt: now })
  }

  /**
   * Starts a generation that failed before its start, for example because of its settings, so that it can
   * end.
   */
  async #start({ generation: { id }, startedAt }: Failed): Promise<GenerationRun> {
    return { id, token: await this.#ports.ledger.start(id, null, startedAt) }
  }

  async #finish(error: unknown, run: GenerationRun, failed: Failed): Promise<void> {
    const { generation, startedAt, counts, options } = failed
    const { ledger, clock } = this.#ports
    const { id, trigger } = generation
    const finishedAt = clock()
    const errors = errorsOf(error, options ? '' : 'The settings of the site cannot be used: ')
    const message = errors[0]?.message ?? ''
    const durationMs = finishedAt.getTime() - startedAt.getTime()
    const fact = siteFailed({ ...generation, options }, counts, durationMs, message)
    await ledger.finish(run, { state: 'failed', ...counts, finishedAt, fact, errors })
    const about = { id, trigger, outputDir: options?.outputDir ?? '' }
    await writeFailure(this.#ports, about, { startedAt, error: message })
  }
}

/** Hides the texts of unexpected errors. */
function errorsOf(error: unknown, before: string): readonly RenderError[] {
  if (!isAppError(error)) {
    const lacking = exhausted(error)
    if (lacking) return [{ message: `The site could not be written: ${lacking.reason}` }]
    return [{ message: 'The generation failed with an unexpected error: see the log of the publisher' }]
  }
  const { faults } = error.fields
  if (Array.isArray(faults)) return faults as RenderError[]
  const messages = error.problems.length > 0 ? error.problems.map(({ message }) => message) : [error.message]
  return messages.map((message) => ({ message: before + message }))
}
