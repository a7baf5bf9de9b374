import { limitConcurrency } from '@typecase/kernel'
import type { Renderer } from '../../core/ports.ts'
import { isSlowPage } from './render-batches.ts'
import type { HandlebarsRenderer } from './renderer.ts'

/**
 * Starts a renderer on first use and ends it after `idleMs` without use. Calls run one at a time, because
 * each renderer process holds one site.
 */
export function rendererOnDemand(begin: () => HandlebarsRenderer, idleMs: number): HandlebarsRenderer {
  const turn = limitConcurrency(1)
  let running: HandlebarsRenderer | undefined
  let timer: NodeJS.Timeout | undefined

  function close(): void {
    clearTimeout(timer)
    running?.close()
    running = undefined
  }

  const used = <T>(work: (renderer: Renderer) => Promise<T>): Promise<T> =>
    turn(async () => {
      clearTimeout(timer)
      running ??= begin()
      try {
        return await work(running)
      } finally {
        timer = setTimeout(close, idleMs).unref()
      }
    })

  return {
    prepare: (theme) => used((renderer) => renderer.prepare(theme)),
    warmUp: (theme) => used((renderer) => renderer.warmUp(theme)),
    render: (job) => used((renderer) => renderer.render(job)),
    isTooSlow: isSlowPage,
    close,
  }
}
