import { exhausted, isAppError } from '@typecase/kernel'
import type { RenderFault } from '../errors.ts'
import type { PublisherPorts } from '../ports.ts'
import { siteFailed } from '../releases/events.ts'
import type { Generation, GenerationOptions, PageCounts } from '../releases/generation.ts'
import type { GenerationRun } from '../releases/generation-ledger.ts'
import { writeFailure } from '../reports/history/receipt-writer.ts'

/** For manual generations. */
const maxAttempts = 6
const firstRetryMs = 250
/** Milliseconds until changes are tried again after an unexpected error. */
const [firstAgainMs, lastAgainMs] = [1_000, 300_000]

export interface Failed {
  readonly generation: Generation
  readonly startedAt: Date
  readonly counts: PageCounts
  readonly run: GenerationRun | undefined
  /** Undefined before the settings were read; null if they want no generation. */
  readonly options: GenerationOptions | null
}

export interface FailedGenerations {
  /** @throws an unexpected error, for the log */
  failed(error: unknown, of: Failed): Promise<void>
  succeeded(): void
}

/**
 * Retries while a service is absent. Errors of theme or settings end the generation. After an unexpected
 * error, such as a full disk, another one is queued, because no event would bring its changes to the site.
 */
export function failedGenerations(
  ports: Pick<PublisherPorts, 'ledger' | 'receipts' | 'clock' | 'newId'>,
): FailedGenerations {
  const { ledger, clock, newId } = ports
  let unexpected = 0

  async function later({ id, attempts }: Generation, error: unknown, run?: GenerationRun): Promise<void> {
    const delay = firstRetryMs * 2 ** Math.min(attempts, 5)
    await ledger.postpone(id, new Date(clock().getTime() + delay), run?.token, faultsOf(error, ''))
  }

  async function again(): Promise<void> {
    const now = clock()
    const dueAt = new Date(now.getTime() + Math.min(firstAgainMs * 4 ** unexpected, lastAgainMs))
    unexpected += 1
    await ledger.request({ id: newId(), trigger: 'event', options: null, dueAt, latestAt: now })
  }

  return {
    succeeded() {
      unexpected = 0
    },

    async failed(error, { generation, startedAt, counts, run, options }) {
      const { id, trigger } = generation
      const isAway = isAppError(error) && error.kind === 'unavailable'
      if (isAway && (trigger === 'event' || generation.attempts + 1 < maxAttempts))
        return await later(generation, error, run)
      if (!options && !isAppError(error)) {
        await later(generation, error)
        throw error
      }
      // Settings that no generation can use.
      const begun = run ?? { id, token: await ledger.start(id, null, startedAt) }
      if (trigger === 'event' && !isAppError(error)) await again()
      const finishedAt = clock()
      const errors = faultsOf(error, options ? '' : 'The settings of the site can not be used: ')
      const message = errors[0]?.message ?? ''
      const fact = siteFailed(
        { ...generation, options },
        counts,
        finishedAt.getTime() - startedAt.getTime(),
        message,
      )
      await ledger.finish(begun, { state: 'failed', ...counts, finishedAt, fact, errors })
      await writeFailure(
        ports,
        { id, trigger, outputDir: options?.outputDir ?? '' },
        { startedAt, error: message },
      )
      if (!isAppError(error)) throw error
    },
  }
}

/** Texts of unexpected errors are not shown. */
function faultsOf(error: unknown, before: string): readonly RenderFault[] {
  if (!isAppError(error)) {
    const lacking = exhausted(error)
    return [
      {
        message: lacking
          ? `The site could not be written: ${lacking.reason}`
          : 'An unexpected error ended the generation',
      },
    ]
  }
  const { faults } = error.fields
  if (Array.isArray(faults)) return faults as RenderFault[]
  const messages = error.problems.length > 0 ? error.problems.map(({ message }) => message) : [error.message]
  return messages.map((message) => ({ message: before + message }))
}
