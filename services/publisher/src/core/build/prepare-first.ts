/** What the first generation of a process needs besides its change, made ready before anybody asks for it. */
import { isAppError } from '@typecase/kernel'
import type { GenerationOptions } from '../releases/generation.ts'
import type { SiteBuilder } from './site-builder.ts'

export interface FirstGeneration {
  /**
   * No generation waits: makes ready what the next one of a site that publishes itself will need, and does not wait for it. What was away
   * is asked again with the next call; what else fails is told by the generation that needs it.
   */
  prepare(signal: AbortSignal): void
  /** A generation is about to begin: it goes on with what is ready, once nothing else is at work on it. */
  begins(): Promise<void>
}

/** After a start the first change would wait for what all later ones find there: content, processes, a plan. `options` are those of that site. */
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
