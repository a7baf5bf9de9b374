/** Prepares the first generation of a process. */
import { isAppError } from '@typecase/kernel'
import type { GenerationOptions } from '../releases/generation.ts'
import type { SiteBuilder } from './site-builder.ts'

export interface FirstGeneration {
  /**
   * Prepares in the background. If a service is unavailable, a later call tries again; the generation reports
   * other errors.
   */
  prepare(signal: AbortSignal): void
  /** Stops the preparation and resolves when it has ended. */
  begins(): Promise<void>
}

export function firstGeneration(
  builder: Pick<SiteBuilder, 'prepare'>,
  options: () => Promise<GenerationOptions | null>,
): FirstGeneration {
  const superseded = new AbortController()
  let isBegun = false
  let preparing: Promise<void> = Promise.resolve()

  async function prepared(signal: AbortSignal): Promise<void> {
    try {
      const given = await options()
      if (given && !signal.aborted && !superseded.signal.aborted)
        await builder.prepare(given, { signal, superseded: superseded.signal })
    } catch (error) {
      isBegun = !signal.aborted && !(isAppError(error) && error.kind === 'unavailable')
    }
  }

  return {
    prepare(signal) {
      if (isBegun || superseded.signal.aborted) return
      isBegun = true
      preparing = prepared(signal)
    },
    begins() {
      superseded.abort()
      return preparing
    },
  }
}
