import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import type { MediaApp } from '../../core/app.ts'

const lookEveryMs = 1_000

/**
 * Makes what is due, one image at a time; several replicas share the line. A stop ends the image under way, which counts as
 * no try. At start the files are put in line that are older than renditions are.
 */
export function renditionWorker(
  app: Pick<MediaApp, 'makeDueRenditions' | 'askForMissingRenditions'>,
  log: Logger,
): Part {
  const stopping = new AbortController()
  const { signal } = stopping
  let hasAsked = false
  let running: Promise<void> = Promise.resolve()

  async function once(): Promise<void> {
    if (!hasAsked) {
      const count = await app.askForMissingRenditions()
      if (count > 0) log.info({ count }, 'images without renditions were put in line')
      hasAsked = true
    }
    await app.makeDueRenditions(signal)
  }

  return {
    name: 'renditions',
    start: async () => {
      running = (async () => {
        while (!signal.aborted) {
          await once().catch((error: unknown) =>
            log.warn({ error }, 'renditions wait: something they need is away'),
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
