import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import type { MediaApp } from '../../core/app.ts'

const lookEveryMs = 1_000

/**
 * Renders queued images, one at a time; replicas share the queue. When the service stops, the current attempt
 * is cancelled and not counted.
 */
export function renditionWorker(
  app: Pick<MediaApp, 'renderDueImages' | 'askForMissingRenditions'>,
  log: Logger,
): Part {
  const stopping = new AbortController()
  const { signal } = stopping
  let hasAsked = false
  let running: Promise<void> = Promise.resolve()

  async function once(): Promise<void> {
    if (!hasAsked) {
      const count = await app.askForMissingRenditions()
      if (count > 0) log.info({ count }, 'queued images without renditions')
      hasAsked = true
    }
    await app.renderDueImages(signal)
  }

  return {
    name: 'renditions',
    start: async () => {
      running = (async () => {
        while (!signal.aborted) {
          await once().catch((error: unknown) =>
            log.warn({ error }, 'queued images could not be rendered; trying again in a second'),
          )
          await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
        }
      })()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
