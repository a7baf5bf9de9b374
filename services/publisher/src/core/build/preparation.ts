/** Prepares the first generation of a process, and the first edit after each manual generation. */
import { isAppError } from '@typecase/kernel'
import type { GenerationOptions, Trigger } from '../releases/generation.ts'
import type { SiteBuilder } from './site-builder.ts'

export interface Preparation {
  /**
   * Prepares in the background. If a service is unavailable, a later call tries again. Ignores other errors,
   * because the generation reports them.
   */
  prepare(signal: AbortSignal): void
  /** Stops the preparation for a generation that is due. Resolves when the preparation has ended. */
  generationBegins(trigger: Trigger): Promise<void>
}

export function preparation(
  builder: Pick<SiteBuilder, 'prepare'>,
  options: () => Promise<GenerationOptions | null>,
): Preparation {
  let superseded = new AbortController()
  let isDue = true
  let preparing: Promise<void> = Promise.resolve()

  async function prepared(signal: AbortSignal, begun: AbortSignal): Promise<void> {
    try {
      const given = await options()
      if (given && !signal.aborted && !begun.aborted) {
        await builder.prepare(given, { signal, superseded: begun })
      }
    } catch (error) {
      isDue = isAppError(error) && error.kind === 'unavailable'
    }
    if (signal.aborted) isDue = true
  }

  return {
    prepare(signal) {
      if (!isDue) return
      isDue = false
      superseded = new AbortController()
      preparing = prepared(signal, superseded.signal)
    },
    async generationBegins(trigger) {
      superseded.abort()
      await preparing
      if (trigger === 'manual') isDue = true
    },
  }
}
