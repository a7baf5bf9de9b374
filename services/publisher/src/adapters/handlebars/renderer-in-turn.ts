import { limitConcurrency } from '@typecase/kernel'
import type { Renderer } from '../../core/ports.ts'

/**
 * Runs one job at a time, because its processes hold one site: alternating jobs would reload it for each
 * batch.
 */
export function rendererInTurn(renderer: Renderer): Renderer {
  const turn = limitConcurrency(1)
  return {
    prepare: (theme) => turn(() => renderer.prepare(theme)),
    // Rendering does not wait for the warm-up.
    warmUp: (theme) => turn(async () => void renderer.warmUp(theme)),
    render: (job) => turn(() => renderer.render(job)),
    isTooSlow: renderer.isTooSlow,
  }
}
