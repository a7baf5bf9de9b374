import { limitConcurrency } from '@typecase/kernel'
import type { Renderer } from '../../core/ports.ts'

/**
 * Runs one job at a time, because each renderer process holds one site: two alternating jobs would send the
 * site again for each batch.
 */
export function rendererInTurn(renderer: Renderer): Renderer {
  const turn = limitConcurrency(1)
  return {
    prepare: (theme) => turn(() => renderer.prepare(theme)),
    // Does not wait for the end of the warm-up, so that the next job can start.
    warmUp: (theme) => turn(async () => void renderer.warmUp(theme)),
    render: (job) => turn(() => renderer.render(job)),
    isTooSlow: renderer.isTooSlow,
  }
}
